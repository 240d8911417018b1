/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Requests, counted: by size, on the wire, and why their lines left.
 */
#ifndef WCBAR_TOOL_MODEL_REQUESTS_H
#define WCBAR_TOOL_MODEL_REQUESTS_H

#include "model/pcie.h"
#include "model/wcbuf.h"

#define SIZES_MAX	96	/* different sizes that are counted */
#define SIZES_LISTED	12	/* and that are listed one by one */

/**
 * struct size_count - how often a size came
 * @size: bytes
 * @n: how often
 */
struct size_count {
	u32 size;
	u64 n;
};

/**
 * struct sizes - sizes and how often each came, the smallest first
 * @list: the sizes
 * @nr: how many
 * @last: the one that came last
 * @others: how often another one came when the list was full
 */
struct sizes {
	struct size_count list[SIZES_MAX];
	u32 nr;
	u32 last;
	u64 others;
};

/**
 * struct requests - requests
 * @nr: how many
 * @bytes: what they write
 * @whole: those of them that write a whole line
 * @wire: what they are on the link
 * @sizes: by the bytes that they write
 * @lines: lines that left the buffers, by why
 * @partial: those of them that were not full
 */
struct requests {
	u64 nr;
	u64 bytes;
	u64 whole;
	struct pcie_wire wire;
	struct sizes sizes;
	u64 lines[WC_CAUSES];
	u64 partial;
};

void sizes_add(struct sizes *s, u32 size, u64 n);
void sizes_keep(struct sizes *s, u32 nr);
u64 sizes_get(const struct sizes *s, u32 size);
void requests_one(struct requests *t, const struct pcie *p, u64 addr, u32 span,
		  u32 bytes);
u32 requests_line(struct requests *t, const struct pcie *p,
		  const struct wc_params *wc, const struct wc_line *line,
		  enum wc_cause cause);
void requests_sum(struct requests *to, const struct requests *t, u64 times);
char *sizes_text(const struct sizes *s);

#endif /* WCBAR_TOOL_MODEL_REQUESTS_H */
