// Video4Linux 2, libv4lconvert and libudev. Swift can call neither `ioctl` nor see the macros of its requests,
// so each request is a function here. No logic.
#ifndef RETAKE_CV4L2_SHIM_H
#define RETAKE_CV4L2_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static inline int retake_v4l2_querycap(int fd, struct v4l2_capability *a) { return ioctl(fd, VIDIOC_QUERYCAP, a); }
static inline int retake_v4l2_enum_fmt(int fd, struct v4l2_fmtdesc *a) { return ioctl(fd, VIDIOC_ENUM_FMT, a); }
static inline int retake_v4l2_enum_framesizes(int fd, struct v4l2_frmsizeenum *a) { return ioctl(fd, VIDIOC_ENUM_FRAMESIZES, a); }
static inline int retake_v4l2_enum_frameintervals(int fd, struct v4l2_frmivalenum *a) { return ioctl(fd, VIDIOC_ENUM_FRAMEINTERVALS, a); }
static inline int retake_v4l2_g_fmt(int fd, struct v4l2_format *a) { return ioctl(fd, VIDIOC_G_FMT, a); }
static inline int retake_v4l2_s_fmt(int fd, struct v4l2_format *a) { return ioctl(fd, VIDIOC_S_FMT, a); }
static inline int retake_v4l2_g_parm(int fd, struct v4l2_streamparm *a) { return ioctl(fd, VIDIOC_G_PARM, a); }
static inline int retake_v4l2_s_parm(int fd, struct v4l2_streamparm *a) { return ioctl(fd, VIDIOC_S_PARM, a); }
static inline int retake_v4l2_query_ext_ctrl(int fd, struct v4l2_query_ext_ctrl *a) { return ioctl(fd, VIDIOC_QUERY_EXT_CTRL, a); }
static inline int retake_v4l2_querymenu(int fd, struct v4l2_querymenu *a) { return ioctl(fd, VIDIOC_QUERYMENU, a); }
static inline int retake_v4l2_g_ctrl(int fd, struct v4l2_control *a) { return ioctl(fd, VIDIOC_G_CTRL, a); }
static inline int retake_v4l2_s_ctrl(int fd, struct v4l2_control *a) { return ioctl(fd, VIDIOC_S_CTRL, a); }
static inline int retake_v4l2_reqbufs(int fd, struct v4l2_requestbuffers *a) { return ioctl(fd, VIDIOC_REQBUFS, a); }
static inline int retake_v4l2_querybuf(int fd, struct v4l2_buffer *a) { return ioctl(fd, VIDIOC_QUERYBUF, a); }
static inline int retake_v4l2_qbuf(int fd, struct v4l2_buffer *a) { return ioctl(fd, VIDIOC_QBUF, a); }
static inline int retake_v4l2_dqbuf(int fd, struct v4l2_buffer *a) { return ioctl(fd, VIDIOC_DQBUF, a); }
static inline int retake_v4l2_streamon(int fd, int *type) { return ioctl(fd, VIDIOC_STREAMON, type); }
static inline int retake_v4l2_streamoff(int fd, int *type) { return ioctl(fd, VIDIOC_STREAMOFF, type); }
static inline int retake_v4l2_query_dv_timings(int fd, struct v4l2_dv_timings *a) { return ioctl(fd, VIDIOC_QUERY_DV_TIMINGS, a); }
static inline int retake_v4l2_s_dv_timings(int fd, struct v4l2_dv_timings *a) { return ioctl(fd, VIDIOC_S_DV_TIMINGS, a); }
// Timings lie in a union inside a packed structure, which Swift does not take apart.
static inline unsigned retake_v4l2_timings_width(const struct v4l2_dv_timings *a) { return a->bt.width; }
static inline unsigned retake_v4l2_timings_height(const struct v4l2_dv_timings *a) { return a->bt.height; }
static inline unsigned long long retake_v4l2_timings_clock(const struct v4l2_dv_timings *a) { return a->bt.pixelclock; }
static inline unsigned retake_v4l2_timings_total(const struct v4l2_dv_timings *a) { return V4L2_DV_BT_FRAME_WIDTH(&a->bt) * V4L2_DV_BT_FRAME_HEIGHT(&a->bt); }
// Request of retake_v4l2_querycap.
static inline unsigned long retake_v4l2_querycap_request(void) { return VIDIOC_QUERYCAP; }
// The name of a menu item lies in a union inside a packed structure, which Swift does not take apart.
static inline const char *retake_v4l2_menu_name(const struct v4l2_querymenu *a) { return (const char *)a->name; }
// `timeval` is declared in more than one module; which of them owns it depends on how a build goes.
static inline long long retake_v4l2_stamp(const struct v4l2_buffer *a) { return a->timestamp.tv_sec * 1000000000LL + a->timestamp.tv_usec * 1000LL; }
static inline int retake_v4l2_is_map_failed(const void *address) { return address == MAP_FAILED; }

#endif
