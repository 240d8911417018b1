// SPDX-License-Identifier: GPL-2.0
/*
 * How long requests take. Writes to a card are posted: the CPU goes on with the
 * next one while the link carries this one, until the buffers between them are
 * full. Over many requests the slower of the two decides:
 *
 *	time = max(requests * CPU cost of a request, bytes on the wire / rate)
 *
 * What a request costs the CPU is in no manual and has to be measured. One
 * such measurement is published in full, of 32 MiB copied into the aperture of
 * a GPU (BAR2 above 4 GiB, PCIe 4.0 x16) by memcpy on a Core i7-11700, with a
 * protocol analyser on the link:
 *
 *	map	time		requests		one
 *	UC	90,707 us	1,048,576 of 32 bytes	86.5 ns
 *	WC	6,837 us	524,288 of 64 bytes	13.04 ns
 *
 * No other CPU is in the table, because of no other is anything like it known.
 */
#include "model/predict.h"

static const struct cpu_class classes[] = {
	{
		"i7-11700", { .uc_ns = 86.5, .wc_ns = 13.04 },
		"published with a PCIe analyser's trace: 32 MiB into a GPU's aperture, Gen4 x16, 90,707 us in 1,048,576 uncached requests and 6,837 us in 524,288 combined ones",
	},
};

/**
 * cpu_class_nth - the CPUs that something is published of
 * @i: which one, from 0
 *
 * Return: the CPU, or NULL behind the last one.
 */
const struct cpu_class *cpu_class_nth(u32 i)
{
	return i < ARRAY_SIZE(classes) ? &classes[i] : NULL;
}

/**
 * cpu_class_find - what is published of a CPU
 * @name: its name
 *
 * Return: the CPU, or NULL.
 */
const struct cpu_class *cpu_class_find(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		if (!strcmp(classes[i].name, name))
			return &classes[i];
	}
	return NULL;
}

/**
 * model_map_name - the name of a map
 * @map: the map
 *
 * Return: its name in options and tables.
 */
const char *model_map_name(enum model_map map)
{
	static const char *const names[] = {
		[MODEL_UC] = "uc",
		[MODEL_UC_MINUS] = "uc-",
		[MODEL_WC] = "wc",
		[MODEL_RECORDED] = "recorded",
	};

	return names[map];
}

static double cpu_ns(const struct costs *c, enum model_map map,
		     const struct requests *r)
{
	double partial = c->partial_ns > 0 ? c->partial_ns : c->wc_ns;

	switch (map) {
	case MODEL_UC:
	case MODEL_UC_MINUS:
		return (double)r->nr * c->uc_ns;
	case MODEL_WC:
		if (c->wc_ns <= 0)
			return 0;
		return (double)r->whole * c->wc_ns +
		       (double)(r->nr - r->whole) * partial;
	default:
		return 0;
	}
}

/**
 * predict - how long requests take
 * @c: what they cost the CPU
 * @p: the link
 * @map: where they were stored to
 * @r: the requests
 * @out: how long
 */
void predict(const struct costs *c, const struct pcie *p, enum model_map map,
	     const struct requests *r, struct prediction *out)
{
	out->cpu_ns = cpu_ns(c, map, r);
	out->link_ns = pcie_ns(p, r->wire.bytes);
	out->by_link = out->link_ns > out->cpu_ns;
	out->ns = out->by_link ? out->link_ns : out->cpu_ns;
}

/**
 * prediction_bound - which side bounds
 * @p: the prediction
 *
 * Return: a word; for an unknown CPU it says that it is only the link's time.
 */
const char *prediction_bound(const struct prediction *p)
{
	if (p->cpu_ns <= 0)
		return "link alone";
	return p->by_link ? "link" : "CPU";
}
