// FFmpeg's headers, and the macros and version differences (5.1 to 7.1) that Swift cannot import. No logic here.
#ifndef RETAKE_CFFMPEG_SHIM_H
#define RETAKE_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static inline int64_t retake_av_nopts_value(void) { return AV_NOPTS_VALUE; }
static inline int retake_averror(int code) { return AVERROR(code); }
static inline int retake_averror_eof(void) { return AVERROR_EOF; }
static inline int retake_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int retake_averror_option_not_found(void) { return AVERROR_OPTION_NOT_FOUND; }
static inline int retake_averror_encoder_not_found(void) { return AVERROR_ENCODER_NOT_FOUND; }
static inline int retake_averror_decoder_not_found(void) { return AVERROR_DECODER_NOT_FOUND; }
static inline int retake_averror_stream_not_found(void) { return AVERROR_STREAM_NOT_FOUND; }

#endif
