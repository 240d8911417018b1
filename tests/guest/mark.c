// SPDX-License-Identifier: GPL-2.0
/*
 * Marks for the store-trace plugin from a shell:
 *
 *	mark range LO HI	what to record: physical addresses, HI exclusive
 *	mark start [ID]		record from here
 *	mark label ID		a place with a number, 0 to 255
 *	mark stop [ID]		record no more
 *
 * The header's macros take constants only. What takes numbers jumps into a
 * table of all marks there are.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wcbar/tracemark.h>

#define STRING(x)	#x
#define NUMBER(x)	STRING(x)

/* an entry: the nop, 7 bytes, and a ret */
#define ENTRY		8

asm(".pushsection .text\n\t"
	".balign 8\n"
	"marks:\n\t"
	".set mark, 0x57430000\n\t"
	".rept (" NUMBER(WCBAR_TRACE_KIND_RANGE) " + 1) * 256\n\t"
	".byte 0x0f, 0x1f, 0x80\n\t"
	".long mark\n\t"
	"ret\n\t"
	".set mark, mark + 1\n\t"
	".endr\n\t"
	".popsection");

static_assert(WCBAR_TRACE_MAGIC == 0x57430000, "the table begins with it");

typedef void (*entry_fn)(void);

static void mark(unsigned int kind, unsigned int id)
{
	uintptr_t table;

	asm("lea marks(%%rip), %0" : "=r" (table));
	((entry_fn)(table + (kind << 8 | id) * ENTRY))();
}

static void tell(uint64_t value)
{
	int shift;

	for (shift = 56; shift >= 0; shift -= 8)
		mark(WCBAR_TRACE_KIND_BYTE, (value >> shift) & 0xff);
}

/* a whole number from 0 to most, or the program ends */
static uint64_t parse(const char *text, uint64_t most)
{
	uint64_t value;
	char *end;

	value = strtoull(text, &end, 0);
	if (end == text || *end || value > most) {
		fprintf(stderr, "mark: %s is not a number up to %llu\n", text,
			(unsigned long long)most);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	uint64_t lo;

	if (argc == 4 && !strcmp(what, "range")) {
		lo = parse(argv[2], UINT64_MAX);
		tell(lo);
		tell(parse(argv[3], UINT64_MAX));
		mark(WCBAR_TRACE_KIND_RANGE, 0);
	} else if ((argc == 2 || argc == 3) && !strcmp(what, "start")) {
		mark(WCBAR_TRACE_KIND_START, argc == 3 ? parse(argv[2], 255) : 0);
	} else if ((argc == 2 || argc == 3) && !strcmp(what, "stop")) {
		mark(WCBAR_TRACE_KIND_STOP, argc == 3 ? parse(argv[2], 255) : 0);
	} else if (argc == 3 && !strcmp(what, "label")) {
		mark(WCBAR_TRACE_KIND_LABEL, parse(argv[2], 255));
	} else {
		fputs("usage: mark range LO HI | start [ID] | label ID | stop [ID]\n",
		      stderr);
		return 2;
	}
	return 0;
}
