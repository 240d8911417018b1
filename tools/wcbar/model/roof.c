// SPDX-License-Identifier: GPL-2.0
/*
 * The roof: what a link can carry in packets of a size, and how much of it was
 * reached.
 */
#include "model/roof.h"

#include "mem.h"
#include "output/units.h"
#include "results.h"

/**
 * roof_gbps - what a link can carry
 * @p: the link; a header by the address is that of one above 4 GiB
 * @bytes: bytes of each request
 *
 * Return: payload in GB/s (10^9 bytes), 0 when the link is unknown.
 */
double roof_gbps(const struct pcie *p, u32 bytes)
{
	u64 addr = p->header == PCIE_HEADER_3DW ? 0 : BIT_ULL(32);
	struct pcie_wire w = { 0 };
	double ns;

	pcie_add(p, addr, bytes, &w);
	ns = pcie_ns(p, w.bytes);
	return ns > 0 ? bytes / ns : 0;
}

/**
 * roof_sentence - the roof in a sentence
 * @p: the link
 * @who: what reached it, or NULL for "you"
 * @measured: GB/s that were measured, 0 for none
 *
 * Return: a sentence without its full stop, to be freed.
 */
char *roof_sentence(const struct pcie *p, const char *who, double measured)
{
	double roof = roof_gbps(p, WC_LINE);
	char *link = pcie_link_name(&p->link), *text, *longer;

	text = mem_printf("WC on %s: %.1f GB/s is the ceiling for 64-byte packets with a header of %d double words, as for a BAR %s 4 GiB",
			  link, roof, p->header == PCIE_HEADER_3DW ? 3 : 4,
			  p->header == PCIE_HEADER_3DW ? "below" : "above");
	free(link);
	if (measured <= 0 || roof <= 0)
		return text;
	longer = mem_printf("%s; %s %s %.1f: %.0f %%", text,
			    who ? who : "you", who ? "reached" : "measured",
			    measured, 100 * measured / roof);
	free(text);
	return longer;
}

/* The fastest write to a map that is effectively write-combining */
static const struct wcbar_row *fastest(const struct results *r, u64 *mbps)
{
	const struct wcbar_row *best = NULL;
	size_t i;
	u64 v;

	*mbps = 0;
	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (row->dir != WCBAR_WRITE || !row->iterations ||
		    row->effective != WCBAR_MT_WC || !row->issued.median)
			continue;
		v = wcbar_rate_mbps(wcbar_row_bytes(row), row->issued.median);
		if (v > *mbps) {
			*mbps = v;
			best = row;
		}
	}
	return best;
}

/**
 * roof_results - the roof of measured results
 * @r: the results
 * @p: the link, set to the card's unless it was given; with the header that
 *	its aperture's address needs, where that is known and none was given
 * @link_given: the link was given
 * @roof: how much of it was reached
 *
 * Return: false where the link is not known or no write was measured on
 * write-combining memory.
 */
bool roof_results(const struct results *r, struct pcie *p, bool link_given,
		  struct roof *roof)
{
	struct text link = text_of(facts_or(&r->context, "link", ""));
	const struct wcbar_row *row;
	char size[TEXT_QUANTITY];
	u64 start, mbps;

	if (!link_given &&
	    (!link_parse(&link, &p->link) || !link_known(&p->link)))
		return false;
	if (p->header == PCIE_HEADER_AUTO &&
	    facts_u64(&r->context, "aperture_start", &start))
		p->header = start >> 32 ? PCIE_HEADER_4DW : PCIE_HEADER_3DW;
	row = fastest(r, &mbps);
	if (!row)
		return false;
	roof->measured = (double)mbps / 1000;
	roof->who = mem_printf("%s at %s", row->method,
			       text_bytes(row->size, size));
	if (context_emulated(&r->context))
		roof->remark = "The card or the CPU is emulated: the share says nothing";
	return true;
}

/**
 * roof_reading - how much of its link measured results have reached
 * @r: the results
 *
 * Return: a sentence with its full stop, to be freed; NULL where there is
 * nothing to say: the link is not known, or the card is emulated.
 */
char *roof_reading(const struct results *r)
{
	struct pcie p = { .mps = PCIE_MPS };
	struct roof roof = { .who = NULL };
	char *text, *sentence = NULL;

	if (!context_emulated(&r->context) &&
	    roof_results(r, &p, false, &roof)) {
		text = roof_sentence(&p, roof.who, roof.measured);
		sentence = mem_printf("%s.", text);
		free(text);
	}
	free(roof.who);
	return sentence;
}
