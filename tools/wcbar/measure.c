// SPDX-License-Identifier: GPL-2.0
/*
 * Uncached against write-combining, measured on a card through the driver.
 *
 * The same stores of 8 bytes over a scratch window, once mapped uncached and
 * once write-combining, until they have arrived, repeated. Where combining
 * works, eight of them leave the CPU as one packet.
 */
#include "measure.h"

#include "mem.h"
#include "system/driver.h"

#define SIZE	4096

/* Times of the two rows, in picoseconds */
static bool find_row(const struct results *r, enum wcbar_memtype map,
		     const struct wcbar_row **row)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		*row = &r->rows[i];
		if ((*row)->map == map)
			return true;
	}
	return false;
}

static int check_row(const struct results *r, enum wcbar_memtype map,
		     const struct wcbar_row **row, struct error *e)
{
	if (!find_row(r, map, row))
		return error_set(e, -ENODATA, "the run gave no row for %s",
				 wcbar_memtype_name(map));
	if ((*row)->skipped[0])
		return error_set(e, -EOPNOTSUPP, "cannot measure %s: %s",
				 wcbar_memtype_name(map), (*row)->skipped);
	if (!(*row)->arrived.median)
		return error_set(e, -ERANGE, "the run on %s took no time",
				 wcbar_memtype_name(map));
	return 0;
}

/**
 * measure_add - take a run into account
 * @m: the ratios so far
 * @r: results of a run with a row for each map
 * @e: what went wrong
 *
 * Return: 0, or a negative errno when a row is missing or was skipped.
 */
int measure_add(struct measure *m, const struct results *r, struct error *e)
{
	const struct wcbar_row *uc, *wc;
	u64 ratio;
	int ret;

	ret = check_row(r, WCBAR_MT_UC, &uc, e);
	if (!ret)
		ret = check_row(r, WCBAR_MT_WC, &wc, e);
	if (ret)
		return ret;
	ratio = uc->arrived.median > U64_MAX / 1000 ? U64_MAX :
		uc->arrived.median * 1000 / wc->arrived.median;
	if (!m->runs || ratio < m->min)
		m->min = ratio;
	if (!m->runs || ratio > m->max)
		m->max = ratio;
	m->runs++;
	return 0;
}

/**
 * measure_text - the ratios as a file of evidence
 * @m: the ratios
 * @bdf: the card
 *
 * Return: the text, to be freed.
 */
char *measure_text(const struct measure *m, const char *bdf)
{
	return mem_printf("# wcbar-measure/1\n"
			  "bdf: %s\nsize: %d\nruns: %u\n"
			  "ratio_min: %llu.%03llu\n"
			  "ratio_max: %llu.%03llu\n",
			  bdf, SIZE, m->runs, m->min / 1000, m->min % 1000,
			  m->max / 1000, m->max % 1000);
}

/* What must be so before anything is written into a card */
static int may_write(const char *bdf, u64 *window, struct error *e)
{
	struct facts info;
	int ret;

	ret = driver_info(bdf, &info, e);
	if (ret)
		return ret;
	*window = 0;
	if (!facts_u64(&info, "aperture.room", window))
		facts_u64(&info, "aperture.window", window);
	if (strcmp(facts_or(&info, "allow_writes", "0"), "1"))
		ret = error_set(e, -EPERM,
				"measuring writes into %s, which its allow_writes forbids; write 1 to it",
				bdf);
	else if (*window < SIZE)
		ret = error_set(e, -ENODEV, "the aperture of %s is not mapped",
				bdf);
	facts_free(&info);
	return ret;
}

/**
 * measure_card - measure a card
 * @bdf: the card, bound to the wcbar driver
 * @text: the result as a file of evidence, to be freed
 * @e: what went wrong
 *
 * The window's contents are saved and restored, and so is its map.
 *
 * Return: 0 or a negative errno.
 */
int measure_card(const char *bdf, char **text, struct error *e)
{
	struct measure m = { 0 };
	unsigned int i;
	char *spec;
	u64 window;
	int ret;

	ret = may_write(bdf, &window, e);
	if (ret)
		return ret;
	spec = mem_printf("method=store8 dir=write map=uc,wc size=%d offset=%llu iterations=64 verify=0 save=1",
			  SIZE, window - SIZE);
	for (i = 0; i < MEASURE_RUNS && !ret; i++) {
		struct results r;
		struct rowfile file = results_file(&r);

		ret = rowfile_run(&file, bdf, spec, false, e);
		if (!ret)
			ret = measure_add(&m, &r, e);
		results_free(&r);
	}
	free(spec);
	if (!ret)
		*text = measure_text(&m, bdf);
	return ret;
}
