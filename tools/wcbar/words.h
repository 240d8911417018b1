/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words in braces of the rules' sentences.
 */
#ifndef WCBAR_TOOL_WORDS_H
#define WCBAR_TOOL_WORDS_H

#include "rules.h"

void words_text(FILE *f, struct text t);
void words_put_range(FILE *f, u64 start, u64 end);
void words_put_size(FILE *f, u64 bytes);
void words_put_bar(FILE *f, const struct bar *bar);
void words_put_times(FILE *f, u32 n);
void words_put_link(FILE *f, const struct pcie_link *link);
void words_put_tally(FILE *f, const struct tally *t);
void words_put_errno(FILE *f, int err);
void words_put_mtrr(FILE *f, const struct mtrr_reg *reg);
void words_put_owner(FILE *f, const struct iomem_entry *owner);
const char *words_owner_next(enum iomem_kind kind);

/* The words by what they are about; false for a key that is another's */
bool words_machine(FILE *f, const char *key, const struct context *c);
bool words_mapping(FILE *f, const char *key, const struct context *c);
bool words_each(FILE *f, const char *key, const struct context *c);
bool words_event(FILE *f, const char *key, const struct context *c);

#endif /* WCBAR_TOOL_WORDS_H */
