/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Traces as the plugin in tools/qemu writes them, made up for a test.
 */
#ifndef WCBAR_TEST_STOREFILE_H
#define WCBAR_TEST_STOREFILE_H

#include <wcbar/storetrace.h>

/**
 * struct storefile - a trace being written
 * @f: the file
 * @records: records so far
 */
struct storefile {
	FILE *f;
	u64 records;
};

void storefile_open(struct storefile *s, const char *path);
void storefile_put(struct storefile *s, const struct wcbar_st_record *r);
void storefile_insn(struct storefile *s, u32 insn, u64 addr, const char *text,
		    const char *symbol);
void storefile_store(struct storefile *s, u32 insn, u64 addr, u8 width,
		     u32 count);
void storefile_repeat(struct storefile *s, u16 records, u32 times, u64 step);
void storefile_event(struct storefile *s, u8 kind, u16 sub);
void storefile_mark(struct storefile *s, u16 sub, u32 id);
void storefile_close(struct storefile *s, bool whole);

#endif /* WCBAR_TEST_STOREFILE_H */
