// SPDX-License-Identifier: GPL-2.0
/*
 * Words about the machine.
 */
#include "words.h"

/* What CPUID leaf 0x40000000 says, as people call it */
static void put_hypervisor(FILE *f, struct text name)
{
	static const struct {
		const char *signature;
		const char *name;
	} known[] = {
		{ "KVMKVMKVM", "KVM" },
		{ "TCGTCGTCGTCG", "QEMU without KVM" },
		{ "Microsoft Hv", "Hyper-V" },
		{ "VMwareVMware", "VMware" },
		{ "XenVMMXenVMM", "Xen" },
		{ "VBoxVBoxVBox", "VirtualBox" },
		{ "bhyve bhyve ", "bhyve" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (text_is(name, known[i].signature))
			name = text_of(known[i].name);
	words_text(f, name);
}

/**
 * words_machine - print a word about the machine
 * @f: where to
 * @key: the word in braces
 * @c: what it is about
 *
 * Return: false, and nothing printed, when the key is not one of these.
 */
bool words_machine(FILE *f, const char *key, const struct context *c)
{
	const struct evidence *ev = c->s->ev;
	const struct mtrr_table *mtrrs = &ev->mtrrs;
	size_t i, n = 0;

	if (!strcmp(key, "slot")) {
		fprintf(f, "%d", c->s->slot);
	} else if (!strcmp(key, "slots")) {
		for (i = 0; i < ARRAY_SIZE(ev->slots); i++)
			fprintf(f, "%s%s", i ? " " : "",
				wcbar_memtype_short(ev->slots[i]));
	} else if (!strcmp(key, "release")) {
		words_text(f, ev->release.text);
	} else if (!strcmp(key, "hypervisor")) {
		if (text_is(ev->hypervisor.text, "unknown"))
			fputs("its hypervisor is unknown", f);
		else
			put_hypervisor(f, ev->hypervisor.text);
	} else if (!strcmp(key, "lockdown")) {
		words_text(f, ev->lockdown.text);
	} else if (!strcmp(key, "list_lines")) {
		words_put_tally(f, &ev->list.tally);
	} else if (!strcmp(key, "list_missing")) {
		words_text(f, ev->list_missing.text);
	} else if (!strcmp(key, "mtrr_lines")) {
		words_put_tally(f, &mtrrs->tally);
	} else if (!strcmp(key, "wc_entries")) {
		for (i = 0; i < ev->list.n; i++)
			n += ev->list.items[i].type == WCBAR_MT_WC;
		fprintf(f, "%zu range%s", n, n == 1 ? "" : "s");
	} else if (!strcmp(key, "duplicates")) {
		fprintf(f, "%u", ev->list.duplicates);
	} else if (!strcmp(key, "conflicts")) {
		fprintf(f, "%u entries", ev->list.conflicts);
	} else if (!strcmp(key, "conflict")) {
		for (i = 0; i < ev->list.n; i++)
			if (ev->list.items[i].conflict)
				break;
		if (i < ev->list.n) {
			const struct pat_entry *a = &ev->list.items[i];
			const struct pat_entry *b =
				&ev->list.items[a->partner];

			words_put_range(f, a->start, a->end);
			fprintf(f, " is %s and ", wcbar_memtype_name(a->type));
			words_put_range(f, b->start, b->end);
			fprintf(f, " is %s", wcbar_memtype_name(b->type));
		}
	} else if (!strcmp(key, "mtrr_used")) {
		fprintf(f, "%zu", mtrrs->n);
	} else if (!strcmp(key, "mtrr_last")) {
		fprintf(f, "reg%02u", mtrrs->n ?
			mtrrs->items[mtrrs->n - 1].num : 0);
	} else if (!strcmp(key, "mtrr_free")) {
		if (mtrrs->total)
			fprintf(f, "%zu of %u free",
				mtrrs->total - min_t(size_t, mtrrs->n,
						     mtrrs->total),
				mtrrs->total);
		else
			fprintf(f, "%u free in gaps between their numbers (how many the CPU has /proc/mtrr does not say)",
				mtrr_gaps(mtrrs));
	} else if (!strcmp(key, "debugpat")) {
		fprintf(f, "%u", ev->log.debugpat);
	} else {
		return false;
	}
	return true;
}
