// SPDX-License-Identifier: GPL-2.0
/*
 * A verdict as text for people.
 *
 *	0000:01:00.0 Some GPU (driver nvidia)
 *	  BAR1 0x6000000000-0x61ffffffff 8 GiB: effective
 *	    + listed-wc: The kernel's list has all of it as write-combining.
 *	        pat_memtype_list:14: PAT: [mem 0x...] write-combining
 */
#include <ctype.h>

#include "mem.h"
#include "output/units.h"
#include "report.h"

#define WIDTH		79	/* columns that sentences are wrapped to */
#define PROOF_WIDTH	160	/* bytes of a line that is quoted */

/* The mark before a reason, by its weight */
static char mark(enum weight weight)
{
	switch (weight) {
	case W_GOOD:
	case W_PROVES:
		return '+';
	case W_WARN:
	case W_DOUBT:
		return '!';
	case W_FAILS:
	case W_RULES_OUT:
		return '-';
	default:
		return ' ';
	}
}

/**
 * report_wrap - print a text wrapped to the width of a terminal
 * @text: the text
 * @first: columns that the first line has used already
 * @indent: blanks before each further line
 * @f: where to
 */
void report_wrap(const char *text, unsigned int first, unsigned int indent,
		 FILE *f)
{
	unsigned int column = first;
	bool begun = false;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (begun && column + len + 1 > WIDTH) {
			fprintf(f, "\n%*s", (int)indent, "");
			column = indent;
		} else if (begun) {
			fputc(' ', f);
			column++;
		}
		begun = true;
		fwrite(text, 1, len, f);
		column += (unsigned int)len;
		text += len;
		while (*text == ' ')
			text++;
	}
	fputc('\n', f);
}

/* Quote a line; control characters in it are not for a terminal */
static void print_line(struct text t, FILE *f)
{
	size_t i;

	for (i = 0; i < t.len && i < PROOF_WIDTH; i++) {
		unsigned char ch = (unsigned char)t.p[i];

		fputc(ch == '\t' ? ' ' : iscntrl(ch) ? '?' : ch, f);
	}
	if (t.len > PROOF_WIDTH)
		fputs("...", f);
	fputc('\n', f);
}

/* Whether the same advice has been printed before */
static bool said(struct advices *advices, const char *advice)
{
	size_t i;

	for (i = 0; i < advices->n; i++)
		if (!strcmp(advices->items[i], advice))
			return true;
	/* more than a person reads anyhow; the search stays short */
	if (advices->n < 64)
		*vec_push(advices) = advice;
	return false;
}

/**
 * report_reasons - print the reasons of a verdict
 * @v: the verdict
 * @indent: blanks before each line
 * @advices: advice given so far, which is not given again
 * @f: where to
 */
void report_reasons(const struct verdict *v, unsigned int indent,
		    struct advices *advices, FILE *f)
{
	size_t i;

	for (i = 0; i < v->reasons.n; i++) {
		const struct reason *r = &v->reasons.items[i];
		unsigned int used;

		used = (unsigned int)fprintf(f, "%*s%c %s: ", (int)indent, "",
					     mark(r->rule->weight),
					     r->rule->code);
		report_wrap(r->text, used, indent + 4, f);
		if (r->proof.src) {
			fprintf(f, "%*s%s:%u: ", (int)indent + 6, "",
				r->proof.src->name, r->proof.line);
			print_line(r->proof.text, f);
		}
		if (r->count > 1)
			fprintf(f, "%*sand %u more such line%s\n",
				(int)indent + 6, "", r->count - 1,
				r->count == 2 ? "" : "s");
		if (r->next && !said(advices, r->next)) {
			fprintf(f, "%*s-> ", (int)indent + 6, "");
			report_wrap(r->next, indent + 9, indent + 9, f);
		}
	}
}

static void print_bar(const struct bar *bar, FILE *f)
{
	char name[40], size[TEXT_QUANTITY];

	words_bar(bar, name, sizeof(name));
	name[0] = (char)toupper((unsigned char)name[0]);
	if (bar->num == DEVICE_ROM && bar->kind != BAR_ROM)
		snprintf(name, sizeof(name), "Row 6");
	fprintf(f, "    %s: ", name);
	if (bar->zero) {
		fputs("start 0, length 0\n", f);
		return;
	}
	if (bar->size)
		fprintf(f, "%s ", text_bytes(bar->size, size));
	if (bar->kind == BAR_IO)
		fputs("of I/O ports", f);
	else
		fprintf(f, "%s%s%s", bar->is64 ? "64-bit " : "32-bit ",
			bar->pref ? "prefetchable " : "non-prefetchable ",
			bar->kind == BAR_ROM ? "ROM" : "memory");
	if (bar->ignored)
		fputs(", its address is ignored by the kernel", f);
	else if (bar->unassigned)
		fputs(", no address", f);
	else if (bar->end > bar->start)
		fprintf(f, " at 0x%llx-0x%llx", bar->start, bar->end - 1);
	else
		fprintf(f, " at 0x%llx", bar->start);
	if (bar->shadow)
		fputs(", a copy in memory", f);
	if (bar->virtual)
		fputs(", [virtual]", f);
	if (bar->wc_file == 1)
		fprintf(f, ", resource%d_wc", bar->num);
	fputc('\n', f);
}

/**
 * report_device - print a function and its BARs
 * @dev: the function
 * @f: where to
 */
void report_device(const struct device *dev, FILE *f)
{
	size_t i;

	if (dev->bdf[0])
		fputs(dev->bdf, f);
	else
		fprintf(f, "A function without an address (%s)",
			dev->label ? dev->label : "from the log");
	if (dev->name.len)
		fprintf(f, " %.*s", (int)dev->name.len, dev->name.p);
	else if (dev->vendor)
		fprintf(f, " [%04x:%04x]", dev->vendor, dev->id);
	if (dev->driver.len)
		fprintf(f, ", driver %.*s", (int)dev->driver.len,
			dev->driver.p);
	else if (dev->driver_known)
		fputs(", no driver", f);
	fputc('\n', f);
	/* of a device that is gone there may be nothing to tell */
	for (i = 0; i < dev->bars.n; i++)
		if (!dev->gone || dev->bars.items[i].size)
			print_bar(&dev->bars.items[i], f);
}

/**
 * subject_title - what a subject is called
 * @s: the subject
 *
 * Return: a string to be freed.
 */
char *subject_title(const struct subject *s)
{
	char name[40] = "Range", size[TEXT_QUANTITY], range[48];
	u64 bytes = s->end > s->start ? s->end - s->start : 0;

	if (s->scope == SCOPE_MACHINE)
		return mem_printf("Machine");
	if (s->bar) {
		words_bar(s->bar, name, sizeof(name));
		name[0] = (char)toupper((unsigned char)name[0]);
		if (!s->bar->order)
			return mem_printf("%s", name);
		if (!bytes)
			return mem_printf("%s, no address", name);
	}
	words_range(s->start, s->end, range, sizeof(range));
	return mem_printf("%s %s, %s", name, range, text_bytes(bytes, size));
}

/**
 * report_files - print how much of each file was understood
 * @ev: the evidence
 * @f: where to
 */
void report_files(const struct evidence *ev, FILE *f)
{
	size_t i;

	fputs("Read:\n", f);
	for (i = 0; i < ev->readings.n; i++) {
		const struct reading *r = &ev->readings.items[i];
		bool small = r->kind == SOURCE_DEVICE ||
			     r->kind == SOURCE_RESOURCE;

		/* one line for each of hundreds of functions helps nobody */
		if (ev->live && small)
			continue;
		fprintf(f, "  %s: ", r->src->name);
		if (r->unused) {
			fprintf(f, "not used, there is another %s\n",
				source_kind_name(r->kind));
			continue;
		}
		if (r->kind == SOURCE_UNKNOWN) {
			fputs("not understood\n", f);
			continue;
		}
		fprintf(f, "%u line%s, %u understood", r->tally.lines,
			r->tally.lines == 1 ? "" : "s", r->tally.understood);
		if (r->kind != dump_kind_by_name(r->src->name))
			fprintf(f, " as %s", source_kind_name(r->kind));
		/* most lines of a log are about something else */
		if (r->tally.odd.src && r->kind != SOURCE_LOG &&
		    r->kind != SOURCE_LSPCI) {
			fprintf(f, "; not line %u: ", r->tally.odd.line);
			print_line(r->tally.odd.text, f);
		} else {
			fputc('\n', f);
		}
	}
}

static const char *machine_words(const struct verdict *v)
{
	if (v->answer == ANSWER_NOT_AVAILABLE)
		return "write combining is not available";
	if (verdict_has(v, "wc-slot") ||
	    verdict_has(v, "wc-slot-set-for-us") || verdict_has(v, "wc-listed"))
		return "write combining is available";
	return "whether write combining is available is not known";
}

/**
 * report_text - print a report
 * @report: the report
 * @f: where to
 */
void report_text(const struct report *report, FILE *f)
{
	const struct evidence *ev = report->ev;
	const struct device *last = NULL;
	struct advices advices = { 0 };
	size_t i;

	if (ev->label[0])
		fprintf(f, "== %s ==\n", ev->label);
	fprintf(f, "Machine: %s\n", machine_words(&report->machine));
	report_reasons(&report->machine, 2, &advices, f);
	for (i = 0; i < report->n; i++) {
		const struct verdict *v = &report->items[i];
		char *title = subject_title(&v->subject);

		if (v->subject.dev && v->subject.dev != last) {
			last = v->subject.dev;
			fputc('\n', f);
			report_device(last, f);
		} else if (!v->subject.dev) {
			fputc('\n', f);
		}
		fprintf(f, "%s%s: %s%s\n", v->subject.dev ? "  " : "", title,
			answer_words(v),
			v->aside ? " (aside: not the aperture)" : "");
		report_reasons(v, v->subject.dev ? 4 : 2, &advices, f);
		free(title);
	}
	/* functions about whose BARs there was nothing to ask */
	for (i = 0; i < ev->devices.n && ev->devices.n <= 16 && !ev->live;
	     i++) {
		size_t k;

		for (k = 0; k < report->n; k++)
			if (report->items[k].subject.dev ==
			    &ev->devices.items[i])
				break;
		if (k < report->n || !ev->devices.items[i].bars.n)
			continue;
		fputc('\n', f);
		report_device(&ev->devices.items[i], f);
	}
	fputc('\n', f);
	report_files(ev, f);
	free(advices.items);
}
