/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latencies of posted descriptors: the rows of a run and everything that
 * qualifies them. Made from the driver's text or read from a file; printed in
 * any form.
 */
#ifndef WCBAR_TOOL_LATENCY_H
#define WCBAR_TOOL_LATENCY_H

#include <wcbar/post.h>

#include "context.h"
#include "output/outputs.h"
#include "rowfile.h"

#define LATENCY_SCHEMA	"wcbar-latency/1"
#define LATENCY_LABEL	32	/* bytes that name a way */

/**
 * struct latency - latencies and their context
 * @context: where and how the rows came to be
 * @rows: the rows
 * @nr_rows: how many
 */
struct latency {
	struct facts context;
	struct wcbar_post_row *rows;
	size_t nr_rows;
};

/**
 * struct latency_counters - what the card counted in all rows
 * @taken: descriptors it took, with those of the warm-up
 * @bad: descriptors that it should not have seen, by kind
 * @lost: posted but never completed
 * @own: rows during which the card polled on a CPU of its own
 * @shared: rows during which it had to give up its CPU
 * @hardware: rows of a card that is no program
 * @asked: rows with an answer of the card
 * @first: index of the first row with a fault
 * @faulty: rows with a fault
 */
struct latency_counters {
	u64 taken;
	u64 bad[4];
	u64 lost;
	size_t own;
	size_t shared;
	size_t hardware;
	size_t asked;
	size_t first;
	size_t faulty;
};

extern const struct output_forms latency_forms;

struct rowfile latency_file(struct latency *l);
void latency_add(struct latency *l, const struct wcbar_post_row *row);
void latency_free(struct latency *l);
const char *latency_size(const struct wcbar_post_row *row,
			 char buf[LATENCY_LABEL]);
const char *latency_label(const struct wcbar_post_row *row,
			  char buf[LATENCY_LABEL]);
bool latency_ran(const struct wcbar_post_row *row);
void latency_count(const struct latency *l, struct latency_counters *c);
void latency_put_counters(const struct latency_counters *c, bool all, FILE *f);

int latency_load(const char *path, struct latency *l, struct error *e);
int latency_load_text(const char *text, size_t len, struct latency *l,
		      struct error *e);

void latency_print_text(const struct latency *l, FILE *f);
void latency_print_json(const struct latency *l, FILE *f);
void latency_print_csv(const struct latency *l, FILE *f);
char *latency_plot_script(const struct latency *l);
void latency_published(const struct latency *l, FILE *f);
char *latency_reading(const struct latency *l);

#endif /* WCBAR_TOOL_LATENCY_H */
