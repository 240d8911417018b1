/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Traces a copy, and judges its stores by what every write method promises.
 */
#ifndef TESTS_STORETRACE_H
#define TESTS_STORETRACE_H

#include "copybuf.h"
#include "singlestep.h"

/**
 * struct run - a copy to be traced
 * @m: the method
 * @dst: buffer of the destination
 * @src: buffer of the source
 * @ctl: for wcbar_copy_to(); the method alone is run where there is none
 * @to: destination, set by storetrace()
 * @from: source, set by storetrace()
 * @len: bytes, set by storetrace()
 * @ret: what wcbar_copy_to() returned
 */
struct run {
	const struct wcbar_method *m;
	struct copybuf *dst;
	struct copybuf *src;
	const struct wcbar_copy_ctl *ctl;
	u8 *to;
	u8 *from;
	size_t len;
	int ret;
};

void storetrace(struct trace *t, struct run *r, size_t len,
		unsigned int dst_off, unsigned int src_off);
void storetrace_unwatched(struct trace *t, struct run *r, size_t len);
const char *storetrace_judge(const struct trace *t,
			     const struct wcbar_method *m);

#endif /* TESTS_STORETRACE_H */
