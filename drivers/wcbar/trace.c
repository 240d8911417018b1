// SPDX-License-Identifier: GPL-2.0
/* The one object that holds the tracepoints' code. */
#define CREATE_TRACE_POINTS
#include "trace.h"
