// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of text in a buffer: lines, words, and what stands before a string.
 */
#include "system/text.h"

#include <ctype.h>

#include "mem.h"

/**
 * vec_grow - make room for one more item
 * @items: the array or NULL
 * @n: items in it
 * @room: items it has memory for; updated
 * @size: bytes of an item
 *
 * Return: the array, its item @n zeroed; never NULL.
 */
void *vec_grow(void *items, size_t n, size_t *room, size_t size)
{
	if (n == *room) {
		*room = n ? 2 * n : 16;
		items = mem_grow(items, *room, size);
	}
	memset((char *)items + n * size, 0, size);
	return items;
}

/**
 * text_of - a string as a piece of text
 * @s: a terminated string
 *
 * Return: the text, without the terminator.
 */
struct text text_of(const char *s)
{
	return (struct text){ s, strlen(s) };
}

static struct text text_from(struct text t, size_t n)
{
	return (struct text){ t.p + n, t.len - n };
}

/**
 * lines_next - read one line
 * @it: the walk
 * @line: the line without its end and without blanks at its end
 *
 * Return: false when there is none left.
 */
bool lines_next(struct lines *it, struct text *line)
{
	const char *end;

	if (!it->rest.len)
		return false;
	end = memchr(it->rest.p, '\n', it->rest.len);
	line->p = it->rest.p;
	line->len = end ? (size_t)(end - it->rest.p) : it->rest.len;
	it->rest = text_from(it->rest, line->len + (end ? 1 : 0));
	it->no++;
	while (line->len && strchr(" \t\r", line->p[line->len - 1]) &&
	       line->p[line->len - 1])
		line->len--;
	return true;
}

/**
 * text_blanks - skip blanks
 * @t: the text
 */
void text_blanks(struct text *t)
{
	while (t->len && (*t->p == ' ' || *t->p == '\t'))
		*t = text_from(*t, 1);
}

/**
 * text_trim - the text without blanks at both ends
 * @t: the text
 *
 * Return: the shorter text.
 */
struct text text_trim(struct text t)
{
	text_blanks(&t);
	while (t.len && isspace((unsigned char)t.p[t.len - 1]))
		t.len--;
	return t;
}

/**
 * text_is - whether a text equals a string
 * @t: the text
 * @s: the string
 *
 * Return: true if so.
 */
bool text_is(struct text t, const char *s)
{
	return t.len == strlen(s) && (!t.len || !memcmp(t.p, s, t.len));
}

/**
 * text_begins - whether a text begins with a string
 * @t: the text
 * @s: the string
 *
 * Return: true if so.
 */
bool text_begins(struct text t, const char *s)
{
	size_t n = strlen(s);

	return t.len >= n && (!n || !memcmp(t.p, s, n));
}

/**
 * text_ends - whether a text ends with a string
 * @t: the text
 * @s: the string
 *
 * Return: true if so.
 */
bool text_ends(struct text t, const char *s)
{
	size_t n = strlen(s);

	return t.len >= n && (!n || !memcmp(t.p + t.len - n, s, n));
}

/**
 * text_skip - step over a string that stands at the front
 * @t: the text
 * @s: the string
 *
 * Return: false, and nothing skipped, when it does not stand there.
 */
bool text_skip(struct text *t, const char *s)
{
	if (!text_begins(*t, s))
		return false;
	*t = text_from(*t, strlen(s));
	return true;
}

/**
 * text_after - go behind the first occurrence of a string
 * @t: the text
 * @s: the string
 *
 * Return: false, and nothing skipped, when it does not occur.
 */
bool text_after(struct text *t, const char *s)
{
	const char *at = t->len ? memmem(t->p, t->len, s, strlen(s)) : NULL;

	if (!at)
		return false;
	*t = text_from(*t, (size_t)(at - t->p) + strlen(s));
	return true;
}

/**
 * text_has - whether a string occurs in a text
 * @t: the text
 * @s: the string
 *
 * Return: true if so.
 */
bool text_has(struct text t, const char *s)
{
	return t.len && memmem(t.p, t.len, s, strlen(s));
}

/**
 * text_word - read a word: what stands before the next blank
 * @t: the text
 *
 * Return: the word, of length 0 when there is none.
 */
struct text text_word(struct text *t)
{
	struct text word;

	text_blanks(t);
	word = *t;
	while (t->len && *t->p != ' ' && *t->p != '\t')
		*t = text_from(*t, 1);
	word.len -= t->len;
	return word;
}

/**
 * text_until - read what stands before a string
 * @t: the text
 * @stop: the string; it is left at the front
 *
 * Return: what was read; everything when @stop does not occur.
 */
struct text text_until(struct text *t, const char *stop)
{
	const char *at = t->len ? memmem(t->p, t->len, stop, strlen(stop)) :
				  NULL;
	struct text got = *t;

	if (at)
		got.len = (size_t)(at - t->p);
	*t = text_from(*t, got.len);
	return got;
}

/**
 * text_copy - copy a text into a string, cut where it does not fit
 * @t: the text
 * @buf: where to
 * @len: bytes of @buf
 */
void text_copy(struct text t, char *buf, size_t len)
{
	if (t.len >= len)
		t.len = len - 1;
	if (t.len)
		memcpy(buf, t.p, t.len);
	buf[t.len] = '\0';
}

/**
 * text_tame - make a string fit for a terminal
 * @s: the string, whose control characters become question marks
 *
 * What files hold and people print may move the cursor or say a line that
 * nobody has said.
 */
void text_tame(char *s)
{
	for (; *s; s++) {
		if (iscntrl((unsigned char)*s))
			*s = '?';
	}
}
