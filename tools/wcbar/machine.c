// SPDX-License-Identifier: GPL-2.0
/*
 * Readers of the two files that hold "key: value" lines about the machine and
 * about a card: collect's machine file and the driver's info.
 */
#include "evidence.h"

static void set_slots(struct evidence *ev, struct text msr, struct proof proof)
{
	unsigned int i;
	u64 v;

	if (!text_hex(&msr, &v) || !v)
		return;
	for (i = 0; i < ARRAY_SIZE(ev->slots); i++)
		ev->slots[i] = wcbar_memtype_from_pat(v >> (8 * i) & 7);
	ev->slots_proof = proof;
}

static enum wcbar_memtype type_of(struct text t)
{
	return wcbar_memtype_parse(t.p, t.len);
}

static void set_mtrr(struct evidence *ev, const struct key *key)
{
	enum wcbar_memtype type = type_of(key->value);
	struct text value = key->value;
	u64 n;

	if (text_is(key->name, "mtrr.default") && type < WCBAR_MT_NUM) {
		ev->mtrrs.deftype = type;
		ev->mtrrs.deftype_proof = key->proof;
	} else if (text_is(key->name, "mtrr.count") && text_dec(&value, &n)) {
		ev->mtrrs.total = (unsigned int)min_t(u64, n, 256);
		ev->mtrrs.total_proof = key->proof;
	}
}

/**
 * machine_read - read collect's file about the machine
 * @ev: the evidence
 * @src: the file
 * @tally: how many lines were read and understood
 */
void machine_read(struct evidence *ev, const struct source *src,
		  struct tally *tally)
{
	struct keys keys = { 0 };
	size_t i;

	keys_read(&keys, src, tally);
	for (i = 0; i < keys.n; i++) {
		const struct key *key = &keys.items[i];
		struct claim fact = { key->value, key->proof };

		if (text_is(key->name, "hypervisor"))
			ev->hypervisor = fact;
		else if (text_is(key->name, "accel"))
			ev->accel = fact;
		else if (text_is(key->name, "lockdown"))
			ev->lockdown = fact;
		else if (text_is(key->name, "pat_memtype_list"))
			ev->list_missing = fact;
		else if (text_is(key->name, "pat.msr"))
			set_slots(ev, key->value, key->proof);
		else
			set_mtrr(ev, key);
	}
	free(keys.items);
}

static void read_mapping(const struct keys *keys, const char *which,
			 struct mapping *m)
{
	char name[32];
	struct text t;
	u64 v;

#define GET(field) (snprintf(name, sizeof(name), "%s." field, which),	\
		    keys_get(keys, name))
	t = GET("bar");
	m->bar = text_dec(&t, &v) && v < 6 ? (int)v : -1;
	t = GET("start");
	text_hex(&t, &m->start);
	t = GET("window");
	text_dec(&t, &m->window);
	m->requested = type_of(GET("requested"));
	m->obtained = type_of(GET("obtained"));
	m->why = GET("why");
	m->effective = type_of(GET("effective"));
#undef GET
	snprintf(name, sizeof(name), "%s.effective", which);
	if (keys_find(keys, name))
		m->proof = keys_find(keys, name)->proof;
}

/**
 * cardinfo_read - read the driver's info file of a card
 * @ev: the evidence
 * @src: the file
 * @tally: how many lines were read and understood
 */
void cardinfo_read(struct evidence *ev, const struct source *src,
		   struct tally *tally)
{
	struct keys keys = { 0 };
	struct card_info *info;
	const struct key *key;
	struct text bdf;
	char found[TEXT_BDF];

	keys_read(&keys, src, tally);
	bdf = keys_get(&keys, "bdf");
	if (!text_bdf(&bdf, found)) {
		free(keys.items);
		return;
	}
	info = vec_push(&ev->infos);
	snprintf(info->bdf, sizeof(info->bdf), "%s", found);
	read_mapping(&keys, "aperture", &info->aperture);
	read_mapping(&keys, "regs", &info->regs);
	info->allow_writes = text_is(keys_get(&keys, "allow_writes"), "1");
	info->state = keys_get(&keys, "state");
	key = keys_find(&keys, "hypervisor");
	if (key)
		ev->hypervisor = (struct claim){ key->value, key->proof };
	key = keys_find(&keys, "accel");
	if (key)
		ev->accel = (struct claim){ key->value, key->proof };
	key = keys_find(&keys, "pat.msr");
	if (key)
		set_slots(ev, key->value, key->proof);
	key = keys_find(&keys, "mtrr.default");
	if (key)
		set_mtrr(ev, key);
	free(keys.items);
}

/* "63.210" as thousandths */
static u64 thousandths(struct text t)
{
	u64 whole, part = 0;

	if (!text_dec(&t, &whole) || whole > U64_MAX / 2000)
		return 0;
	if (text_skip(&t, ".") && t.len == 3)
		text_dec(&t, &part);
	return 1000 * whole + part;
}

/**
 * measure_read - read what check --measure has found
 * @ev: the evidence, with the driver's info of the card
 * @src: the file
 * @tally: how many lines were read and understood
 */
void measure_read(struct evidence *ev, const struct source *src,
		  struct tally *tally)
{
	struct keys keys = { 0 };
	struct text bdf, runs;
	char found[TEXT_BDF];
	size_t i;
	u64 n;

	keys_read(&keys, src, tally);
	bdf = keys_get(&keys, "bdf");
	runs = keys_get(&keys, "runs");
	if (!text_bdf(&bdf, found) || !text_dec(&runs, &n) ||
	    !keys_find(&keys, "ratio_min")) {
		free(keys.items);
		return;
	}
	for (i = 0; i < ev->infos.n; i++) {
		struct measured *m = &ev->infos.items[i].measured;

		if (strcmp(ev->infos.items[i].bdf, found))
			continue;
		m->runs = (u32)min_t(u64, n, U32_MAX);
		m->min = thousandths(keys_get(&keys, "ratio_min"));
		m->max = thousandths(keys_get(&keys, "ratio_max"));
		m->proof = keys_find(&keys, "ratio_min")->proof;
	}
	free(keys.items);
}
