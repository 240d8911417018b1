// SPDX-License-Identifier: GPL-2.0
/*
 * Memory that is there, or the program ends saying so.
 */
#include "mem.h"

#include "commands.h"
#include "error.h"

static void out_of_memory(void)
{
	error_say("out of memory");
	exit(EXIT_FAILED);
}

/**
 * mem_grow - allocate or enlarge an array
 * @old: the array, or NULL
 * @nr: members it is to hold
 * @size: bytes of a member
 *
 * Return: the array; never NULL. New members are not set to anything.
 */
void *mem_grow(void *old, size_t nr, size_t size)
{
	void *p = reallocarray(old, nr ? nr : 1, size);

	if (!p)
		out_of_memory();
	return p;
}

/**
 * mem_copy - copy text
 * @text: the text, not terminated
 * @len: its length
 *
 * Return: a terminated copy; never NULL.
 */
char *mem_copy(const char *text, size_t len)
{
	char *p = mem_grow(NULL, len + 1, 1);

	memcpy(p, text, len);
	p[len] = '\0';
	return p;
}

/**
 * mem_printf - format text of any length
 * @fmt: the format
 *
 * Return: the text; never NULL.
 */
char *mem_printf(const char *fmt, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&p, fmt, ap);
	va_end(ap);
	if (n < 0)
		out_of_memory();
	return p;
}
