/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions that a trace of the plugin names by numbers.
 */
#ifndef WCBAR_TOOL_MODEL_INSNS_H
#define WCBAR_TOOL_MODEL_INSNS_H

#include <wcbar/storetrace.h>

#include "model/tracefile.h"

/**
 * struct insn - an instruction
 * @addr: its virtual address
 * @text: what it is, or NULL
 * @symbol: where it is, or NULL
 * @direct: a direct store
 */
struct insn {
	u64 addr;
	char *text;
	char *symbol;
	bool direct;
};

/**
 * struct insns - instructions
 * @list: by number; one that was not defined has no text
 * @nr: how many
 */
struct insns {
	struct insn *list;
	u32 nr;
};

void insns_add(struct insns *s, const struct wcbar_st_record *r,
	       const char *payload, size_t len);
bool insns_direct(const struct insns *s, u32 insn);
void insns_words(const struct insns *s, u64 insn, char buf[TRACE_PLACE]);
void insns_free(struct insns *s);

#endif /* WCBAR_TOOL_MODEL_INSNS_H */
