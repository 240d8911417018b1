// SPDX-License-Identifier: GPL-2.0
/*
 * Requests, counted. What a line becomes when it leaves its buffer is decided
 * here; why and when it leaves is wcbuf.c's.
 */
#include "model/requests.h"

#include "mem.h"

#define CHUNK		8	/* bytes of a partial write */
#define SIZES_SHOWN	3

/**
 * sizes_add - a size came
 * @s: the sizes
 * @size: bytes
 * @n: how often
 */
void sizes_add(struct sizes *s, u32 size, u64 n)
{
	u32 i;

	if (!n)
		return;
	if (s->nr && s->list[s->last].size == size) {
		s->list[s->last].n += n;
		return;
	}
	for (i = 0; i < s->nr && s->list[i].size < size; i++)
		;
	if (i == s->nr || s->list[i].size != size) {
		if (s->nr == SIZES_MAX) {
			s->others += n;
			return;
		}
		memmove(&s->list[i + 1], &s->list[i],
			(s->nr - i) * sizeof(s->list[0]));
		s->nr++;
		s->list[i].size = size;
		s->list[i].n = 0;
	}
	s->list[i].n += n;
	s->last = i;
}

/**
 * sizes_keep - keep the sizes that came most often
 * @s: the sizes
 * @nr: how many; the rest is counted in @others
 */
void sizes_keep(struct sizes *s, u32 nr)
{
	u32 i, least;

	while (s->nr > nr) {
		for (i = 1, least = 0; i < s->nr; i++) {
			if (s->list[i].n < s->list[least].n)
				least = i;
		}
		s->others += s->list[least].n;
		s->nr--;
		memmove(&s->list[least], &s->list[least + 1],
			(s->nr - least) * sizeof(s->list[0]));
	}
	s->last = 0;
}

/**
 * sizes_get - how often a size came
 * @s: the sizes
 * @size: bytes
 *
 * Return: how often.
 */
u64 sizes_get(const struct sizes *s, u32 size)
{
	u32 i;

	for (i = 0; i < s->nr; i++) {
		if (s->list[i].size == size)
			return s->list[i].n;
	}
	return 0;
}

/* The most frequent size that is not in @taken, or the number of sizes */
static u32 most(const struct sizes *s, const bool *taken)
{
	u32 best = s->nr, i;

	for (i = 0; i < s->nr; i++) {
		/* of equals the larger one */
		if (!taken[i] &&
		    (best == s->nr || s->list[i].n >= s->list[best].n))
			best = i;
	}
	return best;
}

/**
 * sizes_text - the sizes in a line
 * @s: the sizes
 *
 * Return: "524288 x 64 B, 2 x 8 B", the most frequent first and at most
 * SIZES_SHOWN of them; to be freed.
 */
char *sizes_text(const struct sizes *s)
{
	bool taken[SIZES_MAX] = { false };
	u64 rest = s->others;
	char *text = NULL;
	size_t len;
	u32 i, k;
	FILE *f;

	f = open_memstream(&text, &len);
	if (!f)
		return mem_printf("%s", "");
	for (i = 0; i < SIZES_SHOWN; i++) {
		k = most(s, taken);
		if (k == s->nr)
			break;
		taken[k] = true;
		fprintf(f, "%s%llu x %u B", i ? ", " : "", s->list[k].n,
			s->list[k].size);
	}
	for (k = 0; k < s->nr; k++)
		rest += taken[k] ? 0 : s->list[k].n;
	if (!s->nr)
		fputs("none", f);
	else if (rest)
		fprintf(f, ", %llu others", rest);
	fclose(f);
	return text;
}

/**
 * requests_one - count a request
 * @t: the requests
 * @p: the link
 * @addr: address of its first byte
 * @span: bytes from there to its last one
 * @bytes: those of them that it writes
 */
void requests_one(struct requests *t, const struct pcie *p, u64 addr, u32 span,
		  u32 bytes)
{
	t->nr++;
	t->bytes += bytes;
	sizes_add(&t->sizes, bytes, 1);
	pcie_add(p, addr, span, &t->wire);
}

static u32 runs(struct requests *t, const struct pcie *p,
		const struct wc_line *line)
{
	u64 mask = line->mask;
	u32 at = 0, n, nr = 0;

	while (mask) {
		n = (u32)__builtin_ctzll(mask);
		at += n;
		mask >>= n;
		n = ~mask ? (u32)__builtin_ctzll(~mask) : 64;
		requests_one(t, p, line->addr + at, n, n);
		nr++;
		at += n;
		mask = n < 64 ? mask >> n : 0;
	}
	return nr;
}

static u32 chunks(struct requests *t, const struct pcie *p,
		  const struct wc_line *line)
{
	u32 at, nr = 0;

	for (at = 0; at < 64; at += CHUNK) {
		u32 mask = (u32)(line->mask >> at) & 0xff, first, last;

		if (!mask)
			continue;
		first = (u32)__builtin_ctz(mask);
		last = 31 - (u32)__builtin_clz(mask);
		requests_one(t, p, line->addr + at + first, last - first + 1,
			     (u32)__builtin_popcount(mask));
		nr++;
	}
	return nr;
}

/**
 * requests_line - count a line that leaves its buffer
 * @t: the requests
 * @p: the link
 * @wc: the buffers
 * @line: the line
 * @cause: why it leaves; what is left at the end becomes no request
 *
 * Return: the requests that it becomes.
 */
u32 requests_line(struct requests *t, const struct pcie *p,
		  const struct wc_params *wc, const struct wc_line *line,
		  enum wc_cause cause)
{
	t->lines[cause]++;
	if (cause == WC_LEFT)
		return 0;
	if (wc_line_full(line, wc->line)) {
		t->whole++;
		requests_one(t, p, line->addr, wc->line, wc->line);
		return 1;
	}
	t->partial++;
	return wc->merge == WC_MERGE_QWORD && cause != WC_DIRECT ?
	       chunks(t, p, line) : runs(t, p, line);
}

/**
 * requests_sum - add what was counted elsewhere
 * @to: the requests
 * @t: those to add
 * @times: how often; U64_MAX takes them away instead
 */
void requests_sum(struct requests *to, const struct requests *t, u64 times)
{
	u32 i;

	to->nr += t->nr * times;
	to->bytes += t->bytes * times;
	to->whole += t->whole * times;
	to->partial += t->partial * times;
	to->wire.tlps += t->wire.tlps * times;
	to->wire.bytes += t->wire.bytes * times;
	for (i = 0; i < WC_CAUSES; i++)
		to->lines[i] += t->lines[i] * times;
	for (i = 0; i < t->sizes.nr; i++)
		sizes_add(&to->sizes, t->sizes.list[i].size,
			  t->sizes.list[i].n * times);
	to->sizes.others += t->sizes.others * times;
}
