/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The plugin's options, as given behind its name to QEMU's -plugin:
 *
 *   out=FILE      the trace
 *   lo=, hi=      the range, hi exclusive; or the guest tells it by marks
 *   max=SIZE      bound on the file, 16K at least; default 1G, 0 is none
 *   loads=on      each load of the range is recorded in its place, too
 *   start=now     records from the beginning; default start=mark, from and to
 *                 marks of the guest
 */
#ifndef WCBAR_QEMU_OPTIONS_H
#define WCBAR_QEMU_OPTIONS_H

#include <wcbar/types.h>

/**
 * struct options - what was asked for
 * @file: name of the trace
 * @lo: lower bound of the range
 * @hi: upper bound, exclusive; 0 where none was given
 * @max: bound on the file in bytes, 0 for none
 * @loads: record each load
 * @now: record from the beginning
 */
struct options {
	const char *file;
	u64 lo;
	u64 hi;
	u64 max;
	bool loads;
	bool now;
};

int options_wrong(const char *what, const char *option);
int options_parse(struct options *o, int argc, char **argv);

#endif /* WCBAR_QEMU_OPTIONS_H */
