/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The columns of a row as text, for every kind of row.
 */
#ifndef WCBAR_ROWTEXT_H
#define WCBAR_ROWTEXT_H

#include <wcbar/memtype.h>
#include <wcbar/numbers.h>
#include <wcbar/types.h>

/**
 * struct wcbar_rowout - a line being written
 * @buf: the buffer
 * @len: its size
 * @pos: bytes used, or @len once something did not fit
 */
struct wcbar_rowout {
	char *buf;
	size_t len;
	size_t pos;
};

__printf(2, 3) void wcbar_rowout(struct wcbar_rowout *o, const char *fmt, ...);
void wcbar_rowout_times(struct wcbar_rowout *o, const u64 *ps, unsigned int nr,
			bool ran);
int wcbar_rowout_end(struct wcbar_rowout *o, const char *note, size_t room);

/**
 * struct wcbar_rowin - a line being read
 * @p: next byte
 * @end: end of the line
 */
struct wcbar_rowin {
	const char *p;
	const char *end;
};

void wcbar_rowin_begin(struct wcbar_rowin *in, const char *line, size_t len);
bool wcbar_rowin_word(struct wcbar_rowin *in, struct wcbar_word *w);
bool wcbar_rowin_text(struct wcbar_rowin *in, char *to, size_t room);
bool wcbar_rowin_u64(struct wcbar_rowin *in, u64 *v);
bool wcbar_rowin_u32(struct wcbar_rowin *in, u32 *v);
bool wcbar_rowin_times(struct wcbar_rowin *in, u64 *ps, unsigned int nr,
		       bool ran);
bool wcbar_rowin_memtype(struct wcbar_rowin *in, enum wcbar_memtype *type);
bool wcbar_rowin_name(struct wcbar_rowin *in, const char *const *names, u32 nr,
		      u32 *index);
bool wcbar_rowin_end(struct wcbar_rowin *in, char *note, size_t room);

bool wcbar_digits(const struct wcbar_word *w, u64 *v);

#endif /* WCBAR_ROWTEXT_H */
