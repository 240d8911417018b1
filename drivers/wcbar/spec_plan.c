// SPDX-License-Identifier: GPL-2.0
/*
 * What the words of a specification amount to together: directions, rows,
 * how far into the window they reach, how many samples are taken.
 */
#include <wcbar/spec.h>

/* iterations=0: about this much moved for each row, within these bounds */
#define ROW_BYTES	(64U << 20)
#define MIN_AUTO_ITER	8U
#define MAX_AUTO_ITER	1000U

/*
 * batch=0: a look at the clock takes about 25 ns, an operation of 64 bytes
 * with its fence 20 ns and more. So about 4 KiB share one sample, which then
 * lasts a microsecond or longer; 64 operations are enough for that, and with
 * fewer than 8 samples there would be no statistics.
 */
#define SAMPLE_BYTES	4096U
#define MAX_AUTO_BATCH	64U
#define MIN_SAMPLES	8U

static __printf(2, 3) int fail(char *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err, WCBAR_SPEC_ERR, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static u64 largest(const u64 *list, u32 n)
{
	u64 max = 0;

	while (n--)
		max = max_t(u64, max, list[n]);
	return max;
}

/* Only methods of the wanted directions stay, and only their directions */
static int settle_methods(struct wcbar_spec *spec, char *err)
{
	u32 i, dirs;

	spec->auto_dirs &= spec->dirs;
	dirs = spec->auto_dirs;
	for (i = 0; i < WCBAR_MAX_METHODS; i++) {
		if (!(spec->methods & BIT_ULL(i)))
			continue;
		if (i < wcbar_nr_methods &&
		    spec->dirs & BIT(wcbar_methods[i]->dir))
			dirs |= BIT(wcbar_methods[i]->dir);
		else
			spec->methods &= ~BIT_ULL(i);
	}
	if (!dirs)
		return fail(err, "method: none of them is one to %s",
			    spec->dirs == WCBAR_DIR_READ ? "read" : "write");
	spec->dirs = dirs;
	return 0;
}

static int settle_bounds(const struct wcbar_spec *spec, u64 window, char *err)
{
	u64 size = largest(spec->sizes, spec->nr_sizes);
	u64 offset = largest(spec->offsets, spec->nr_offsets);
	u32 more = spec->threads - 1, rest;

	if (size > window)
		return fail(err, "size: %llu is past the window of %llu bytes",
			    size, window);
	if (offset >= window)
		return fail(err,
			    "offset: %llu is past the window of %llu bytes",
			    offset, window);
	/* a division, since the product might leave 64 bits */
	if (more && (size > window - WCBAR_SPEC_LINE ||
		     wcbar_spec_pitch(size) >
		     div_u64_rem(window - size, more, &rest)))
		return fail(err,
			    "threads: %u slices of %llu bytes are past the window of %llu bytes",
			    spec->threads, size, window);
	if (offset <= window - wcbar_spec_span(spec, size))
		return 0;
	if (more)
		return fail(err,
			    "offset: %llu with %u slices of %llu bytes is past the window of %llu bytes",
			    offset, spec->threads, size, window);
	return fail(err,
		    "offset: %llu with size %llu is past the window of %llu bytes",
		    offset, size, window);
}

static int settle_samples(const struct wcbar_spec *spec, char *err)
{
	if ((u64)spec->iterations * spec->threads > WCBAR_SPEC_MAX_ITER)
		return fail(err,
			    "iterations: %u in each of %u threads are more than %u",
			    spec->iterations, spec->threads,
			    WCBAR_SPEC_MAX_ITER);
	if (spec->iterations && spec->batch > spec->iterations)
		return fail(err, "batch: %u is more than iterations, %u",
			    spec->batch, spec->iterations);
	if (spec->cold && spec->batch > 1)
		return fail(err,
			    "batch: %u with cold=1, where each operation is a sample of its own",
			    spec->batch);
	return 0;
}

/**
 * wcbar_spec_settle() - check what no single word shows
 * @spec: every word of it is right by itself; directions and methods are
 *	narrowed down to those that will run
 * @bounds: what it must stay inside
 * @err: one sentence after an error
 *
 * Context: any. wcbar_spec_parse() ends with this.
 * Return: 0 or -EINVAL.
 */
int wcbar_spec_settle(struct wcbar_spec *spec,
		      const struct wcbar_bounds *bounds,
		      char err[WCBAR_SPEC_ERR])
{
	int ret = settle_methods(spec, err);

	if (!ret)
		ret = settle_bounds(spec, bounds->window, err);
	if (!ret)
		ret = settle_samples(spec, err);
	if (!ret && wcbar_spec_rows(spec) > WCBAR_SPEC_MAX_ROWS)
		ret = fail(err, "%u rows are more than %u in one run",
			   wcbar_spec_rows(spec), WCBAR_SPEC_MAX_ROWS);
	return ret;
}

static u32 bits(u64 set)
{
	u32 n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/**
 * wcbar_spec_rows - number of rows a run makes
 * @spec: a parsed specification
 *
 * Return: maps (the current one counts when none is named) times methods
 * (auto counts in each direction) times sizes times offsets.
 */
u32 wcbar_spec_rows(const struct wcbar_spec *spec)
{
	return (bits(spec->methods) + bits(spec->auto_dirs)) *
	       max_t(u32, spec->nr_maps, 1) * spec->nr_sizes *
	       spec->nr_offsets;
}

/**
 * wcbar_spec_iterations - timed operations of one row, for each thread
 * @spec: a parsed specification
 * @size: bytes of one operation
 *
 * Return: the number asked for; where it was left open, as many as move about
 * 64 MiB, but 8 at least and 1000 at most; where it was left open and the time
 * was not, as many as all threads together may have. At least one batch.
 */
u32 wcbar_spec_iterations(const struct wcbar_spec *spec, u64 size)
{
	u32 n;

	if (spec->iterations)
		return spec->iterations;
	if (spec->time)
		n = WCBAR_SPEC_MAX_ITER / max_t(u32, spec->threads, 1);
	else if (size >= ROW_BYTES / MIN_AUTO_ITER)
		n = MIN_AUTO_ITER;
	else if (size <= ROW_BYTES / MAX_AUTO_ITER)
		n = MAX_AUTO_ITER;
	else
		n = ROW_BYTES / (u32)size;
	return max_t(u32, n, spec->batch);
}

/**
 * wcbar_spec_batch - operations that share one sample
 * @spec: a parsed specification
 * @size: bytes of one operation
 *
 * Return: the number asked for; where it was left open, as many as copy about
 * 4 KiB, but no more than 64 and than an eighth of the iterations, and 1 where
 * the buffer is to be cold.
 */
u32 wcbar_spec_batch(const struct wcbar_spec *spec, u64 size)
{
	u32 n = MAX_AUTO_BATCH;

	if (spec->batch)
		return spec->batch;
	if (spec->cold || size >= SAMPLE_BYTES)
		return 1;
	if (size > SAMPLE_BYTES / MAX_AUTO_BATCH)
		n = SAMPLE_BYTES / (u32)size;
	n = min_t(u32, n, wcbar_spec_iterations(spec, size) / MIN_SAMPLES);
	return max_t(u32, n, 1);
}

/**
 * wcbar_spec_samples - samples of one row, for each thread
 * @spec: a parsed specification
 * @size: bytes of one operation
 *
 * Return: iterations divided by the batch, rounded up: the last sample may
 * hold fewer operations.
 */
u32 wcbar_spec_samples(const struct wcbar_spec *spec, u64 size)
{
	u32 n = wcbar_spec_iterations(spec, size);
	u32 batch = wcbar_spec_batch(spec, size);

	return n / batch + !!(n % batch);
}

/**
 * wcbar_spec_pitch - from one thread's slice to the next
 * @size: bytes of one operation
 *
 * Return: the size rounded up to whole lines, bytes.
 */
u64 wcbar_spec_pitch(u64 size)
{
	return (size + WCBAR_SPEC_LINE - 1) & ~(u64)(WCBAR_SPEC_LINE - 1);
}

/**
 * wcbar_spec_span - what all threads of a row touch
 * @spec: a parsed specification
 * @size: bytes of one operation
 *
 * Return: bytes from the row's offset to the end of the last slice.
 */
u64 wcbar_spec_span(const struct wcbar_spec *spec, u64 size)
{
	return (spec->threads - 1) * wcbar_spec_pitch(size) + size;
}
