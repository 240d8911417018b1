/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pieces of text in a buffer, and what readers of kernel output need to take
 * them apart. Nothing is copied and nothing needs to be terminated.
 */
#ifndef WCBAR_TOOL_TEXT_H
#define WCBAR_TOOL_TEXT_H

#include <wcbar/types.h>

#define TEXT_BDF	16	/* bytes of "0000:00:00.0" and its terminator */

/**
 * struct text - a piece of text
 * @p: its first byte
 * @len: its length, bytes
 *
 * Reading functions take a pointer and leave behind what they have read.
 */
struct text {
	const char *p;
	size_t len;
};

/**
 * struct lines - a walk over the lines of a buffer
 * @rest: what has not been read yet
 * @no: number of the line read last, from 1
 */
struct lines {
	struct text rest;
	unsigned int no;
};

/* Append a zeroed item to an array with members items, n and room: its address */
#define vec_push(v)							\
({									\
	typeof(v) __v = (v);						\
									\
	__v->items = vec_grow(__v->items, __v->n, &__v->room,		\
			      sizeof(__v->items[0]));			\
	&__v->items[__v->n++];						\
})

void *vec_grow(void *items, size_t n, size_t *room, size_t size);

struct text text_of(const char *s);
bool lines_next(struct lines *it, struct text *line);

struct text text_trim(struct text t);
bool text_is(struct text t, const char *s);
bool text_begins(struct text t, const char *s);
bool text_ends(struct text t, const char *s);
bool text_has(struct text t, const char *s);
bool text_skip(struct text *t, const char *s);
bool text_after(struct text *t, const char *s);
void text_blanks(struct text *t);
struct text text_word(struct text *t);
struct text text_until(struct text *t, const char *stop);
void text_copy(struct text t, char *buf, size_t len);
void text_tame(char *s);

bool text_hex(struct text *t, u64 *value);
bool text_dec(struct text *t, u64 *value);
bool text_int(struct text *t, int *value);
bool text_amount(struct text *t, u64 *bytes);
bool text_range(struct text *t, u64 *a, u64 *b);
bool text_mem(struct text *t, u64 *start, u64 *end);
bool text_bdf(struct text *t, char bdf[TEXT_BDF]);
bool text_find_bdf(struct text *t, char bdf[TEXT_BDF]);

#endif /* WCBAR_TOOL_TEXT_H */
