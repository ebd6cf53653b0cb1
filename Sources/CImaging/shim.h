// The still-image libraries. No logic here.
#ifndef RETAKE_CIMAGING_SHIM_H
#define RETAKE_CIMAGING_SHIM_H

#include <turbojpeg.h>

#endif
