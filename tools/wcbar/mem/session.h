/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What wcbar mem has set up before it measures.
 */
#ifndef WCBAR_TOOL_MEM_SESSION_H
#define WCBAR_TOOL_MEM_SESSION_H

#include "mem/options.h"
#include "mem/region.h"
#include "mem/source.h"

/**
 * struct session - memory, threads and auto's table
 * @o: the options
 * @region: what is copied into
 * @source: what is copied from
 * @work: what each thread copies where
 * @table: auto's table
 * @sweep: what is measured
 */
struct session {
	const struct mem_options *o;
	struct mem_region region;
	struct mem_source source;
	struct mem_work *work;
	struct wcbar_auto table;
	struct sweep sweep;
};

int session_open(struct session *s, const struct mem_options *o,
		 struct error *e);
int session_methods(struct session *s, const char *names, struct error *e);
int session_auto(struct session *s, struct error *e);
void session_describe(const struct session *s, struct results *r);
void session_close(struct session *s);

const char *session_cpu(char buf[128]);

int preset_find(const char *name);
bool preset_for_card(int preset);
int preset_run(int preset, const struct mem_options *o, struct results *r,
	       struct error *e);
void preset_adjust(int preset, struct mem_options *o);
void mem_print_text(const struct results *r, FILE *f);

#endif /* WCBAR_TOOL_MEM_SESSION_H */
