// FFmpeg's headers, and the macros and version differences (5.1 to 7.1) that Swift cannot import. No logic here.
#ifndef RETAKE_CFFMPEG_SHIM_H
#define RETAKE_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

static inline int64_t retake_av_nopts_value(void) { return AV_NOPTS_VALUE; }
static inline int retake_averror(int code) { return AVERROR(code); }
static inline int retake_averror_eof(void) { return AVERROR_EOF; }
static inline int retake_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int retake_averror_option_not_found(void) { return AVERROR_OPTION_NOT_FOUND; }
static inline int retake_averror_encoder_not_found(void) { return AVERROR_ENCODER_NOT_FOUND; }
static inline int retake_averror_decoder_not_found(void) { return AVERROR_DECODER_NOT_FOUND; }
static inline int retake_averror_stream_not_found(void) { return AVERROR_STREAM_NOT_FOUND; }
static inline int retake_averror_exit(void) { return AVERROR_EXIT; }

// What a node is that FFmpeg may take for an encoder of its own.
static inline int retake_av_v4l2_querycap(int fd, struct v4l2_capability *answer) { return ioctl(fd, VIDIOC_QUERYCAP, answer); }

// How long a frame lasts, in ticks of its packets; the field was renamed with FFmpeg 6.0.
static inline int64_t retake_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// The display matrix of a stream (9 numbers), or NULL. It moved to the codec parameters with FFmpeg 6.1.
static inline const int32_t *retake_stream_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

// Where a display matrix of a stream to be written is kept (nine numbers of its own), or NULL: no memory.
static inline int32_t *retake_new_display_matrix(AVStream *stream) {
  const size_t size = 9 * sizeof(int32_t);
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  AVCodecParameters *parameters = stream->codecpar;
  AVPacketSideData *side = av_packet_side_data_new(
      &parameters->coded_side_data, &parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, size, 0);
  return side ? (int32_t *)side->data : NULL;
#else
  return (int32_t *)av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
}

#endif
