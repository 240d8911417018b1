// SPDX-License-Identifier: GPL-2.0
/*
 * Traces as the plugin in tools/qemu writes them, made up for a test.
 */
#include "storefile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/**
 * storefile_open - begin a trace
 * @s: the trace
 * @path: the file
 */
void storefile_open(struct storefile *s, const char *path)
{
	struct wcbar_st_header h = {
		.version = WCBAR_ST_VERSION,
		.header_size = sizeof(h),
		.record_size = sizeof(struct wcbar_st_record),
		.api = 1,
		.cpus = 1,
	};

	memcpy(h.magic, WCBAR_ST_MAGIC, sizeof(h.magic));
	s->f = fopen(path, "w");
	s->records = 0;
	assert_non_null(s->f);
	assert_int_equal(fwrite(&h, sizeof(h), 1, s->f), 1);
}

/**
 * storefile_put - add a record
 * @s: the trace
 * @r: the record
 */
void storefile_put(struct storefile *s, const struct wcbar_st_record *r)
{
	assert_int_equal(fwrite(r, sizeof(*r), 1, s->f), 1);
	s->records++;
}

/**
 * storefile_insn - define an instruction
 * @s: the trace
 * @insn: its number
 * @addr: its address
 * @text: its text
 * @symbol: where it is, or ""
 */
void storefile_insn(struct storefile *s, u32 insn, u64 addr, const char *text,
		    const char *symbol)
{
	char payload[4 * sizeof(struct wcbar_st_record)] = "";
	size_t len = strlen(text) + strlen(symbol) + 2;
	struct wcbar_st_record r = {
		.kind = WCBAR_ST_INSN,
		.insn = insn,
		.addr = addr,
		.count = (u32)len,
	};

	assert_true(len <= sizeof(payload));
	memcpy(payload, text, strlen(text));
	memcpy(payload + strlen(text) + 1, symbol, strlen(symbol));
	storefile_put(s, &r);
	assert_int_equal(fwrite(payload, sizeof(r), WCBAR_ST_BLOCKS(len), s->f),
			 WCBAR_ST_BLOCKS(len));
	s->records += WCBAR_ST_BLOCKS(len);
}

/**
 * storefile_store - stores
 * @s: the trace
 * @insn: the instruction
 * @addr: address of the first
 * @width: bytes of each
 * @count: how many, one behind the other
 */
void storefile_store(struct storefile *s, u32 insn, u64 addr, u8 width,
		     u32 count)
{
	const struct wcbar_st_record r = {
		.kind = WCBAR_ST_STORE,
		.insn = insn,
		.addr = addr,
		.width = width,
		.count = count,
	};

	storefile_put(s, &r);
}

/**
 * storefile_repeat - a loop that goes on
 * @s: the trace
 * @records: records of one round
 * @times: further rounds
 * @step: how much further each is
 */
void storefile_repeat(struct storefile *s, u16 records, u32 times, u64 step)
{
	const struct wcbar_st_record r = {
		.kind = WCBAR_ST_REPEAT,
		.addr = step,
		.count = times,
		.sub = records,
	};

	storefile_put(s, &r);
}

/**
 * storefile_event - what is no access
 * @s: the trace
 * @kind: enum wcbar_st_kind
 * @sub: what the kind says it is
 */
void storefile_event(struct storefile *s, u8 kind, u16 sub)
{
	const struct wcbar_st_record r = {
		.kind = kind,
		.sub = sub,
		.count = 1,
	};

	storefile_put(s, &r);
}

/**
 * storefile_mark - a mark
 * @s: the trace
 * @sub: enum wcbar_st_mark
 * @id: its number
 */
void storefile_mark(struct storefile *s, u16 sub, u32 id)
{
	const struct wcbar_st_record r = {
		.kind = WCBAR_ST_MARK,
		.sub = sub,
		.count = id,
	};

	storefile_put(s, &r);
}

/**
 * storefile_close - end a trace
 * @s: the trace
 * @whole: as QEMU does when it is not killed
 */
void storefile_close(struct storefile *s, bool whole)
{
	struct wcbar_st_record end = {
		.kind = WCBAR_ST_END,
		.addr = s->records,
	};

	if (whole)
		storefile_put(s, &end);
	assert_int_equal(fclose(s->f), 0);
}
