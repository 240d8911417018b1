// SPDX-License-Identifier: GPL-2.0
/*
 * A line that shows how far a run has come:
 *
 *	[########............]  33/80  movnti write uc 4K  12 s
 *
 * It is written over and over on a terminal, and taken away at the end.
 */
#include "output/progress.h"

#include <unistd.h>

#define BAR	20

/**
 * progress_begin - begin to show progress
 * @p: the line
 * @f: where to; nothing is shown unless it is a terminal
 * @wanted: false shows nothing in any case
 */
void progress_begin(struct progress *p, FILE *f, bool wanted)
{
	memset(p, 0, sizeof(*p));
	if (wanted && isatty(fileno(f)))
		p->f = f;
	clock_gettime(CLOCK_MONOTONIC, &p->start);
}

/**
 * progress_show - show how far it is
 * @p: the line
 * @done: rows done
 * @planned: rows in all, 0 when not known yet
 * @what: what was done last
 */
void progress_show(struct progress *p, u32 done, u32 planned,
		   const char *what)
{
	char bar[BAR + 1];
	struct timespec now;
	u32 filled;
	int n;

	if (!p->f)
		return;
	if (done > planned)
		done = planned;
	filled = planned ? (u32)((u64)done * BAR / planned) : 0;
	memset(bar, '.', BAR);
	memset(bar, '#', filled);
	bar[BAR] = '\0';
	clock_gettime(CLOCK_MONOTONIC, &now);
	n = fprintf(p->f, "\r[%s]  %u/%u  %.40s  %lld s", bar, done, planned,
		    what, (long long)(now.tv_sec - p->start.tv_sec));
	/* what is left of a longer line */
	if (n > 0 && n < p->shown)
		fprintf(p->f, "%*s", p->shown - n, "");
	fflush(p->f);
	p->shown = n;
}

/**
 * progress_end - take the line away
 * @p: the line
 */
void progress_end(struct progress *p)
{
	if (!p->f)
		return;
	if (p->shown > 0) {
		fprintf(p->f, "\r%*s\r", p->shown, "");
		fflush(p->f);
	}
	p->f = NULL;
}
