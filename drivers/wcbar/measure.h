/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measures one row: fill, time, verify.
 */
#ifndef WCBAR_DRV_MEASURE_H
#define WCBAR_DRV_MEASURE_H

#include <wcbar/rows.h>
#include <wcbar/spec.h>

/* Bytes on each side of the range that must not change; less at the edges */
#define WCBAR_GUARD	256

/**
 * struct wcbar_bench - what the rows of one run share
 * @spec: the specification
 * @ctl: how a copy is stopped
 * @name: name of the card, for messages
 * @may_write: writing into the card is allowed
 * @va: the mapped window; changes with the map
 * @window: its length, bytes
 * @max_size: largest size of the run, bytes
 * @buf: the buffer in memory, with a guard on both sides
 * @data: where the copied bytes start in @buf
 * @expect: what a read must bring, @max_size bytes; NULL where none is needed
 * @bounce: one page for reading back
 * @issued: samples, picoseconds
 * @arrived: samples, picoseconds
 * @max_iter: room in @issued and @arrived
 * @seed: changes with every row, so that an earlier row's bytes never pass
 */
struct wcbar_bench {
	const struct wcbar_spec *spec;
	struct wcbar_copy_ctl ctl;
	const char *name;
	bool may_write;
	void __iomem *va;
	u64 window;
	u64 max_size;
	u8 *buf;
	u8 *data;
	u8 *expect;
	u8 *bounce;
	u64 *issued;
	u64 *arrived;
	u32 max_iter;
	u64 seed;
};

int wcbar_bench_alloc(struct wcbar_bench *b, int node);
void wcbar_bench_free(struct wcbar_bench *b);
int wcbar_card_read(struct wcbar_bench *b, u8 *to, u64 pos, u64 len);
int wcbar_card_write(struct wcbar_bench *b, u64 pos, const u8 *from, u64 len);
int wcbar_measure(struct wcbar_bench *b, const struct wcbar_method *m,
		  struct wcbar_row *row);

#endif /* WCBAR_DRV_MEASURE_H */
