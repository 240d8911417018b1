// SPDX-License-Identifier: GPL-2.0
/*
 * The joined memory types as text for people.
 */
#include "mem.h"
#include "memtypes.h"
#include "output/table.h"
#include "output/units.h"
#include "report.h"

#define TEXT_RANGE	48

static const char *type_or_dash(enum wcbar_memtype type)
{
	return wcbar_memtype_name(type);
}

/* What is remarkable about an entry of the list */
static char *entry_marks(const struct memtypes *mt, const struct pat_entry *e)
{
	const struct pat_entry *partner = &mt->ev->list.items[e->partner];
	char range[TEXT_RANGE], copies[40] = "", other[96] = "";
	bool left = memtypes_left_behind(mt, e->start, e->end);

	if (e->copies == 2)
		snprintf(copies, sizeof(copies), "listed twice");
	else if (e->copies > 2)
		snprintf(copies, sizeof(copies), "listed %u times",
			 e->copies);
	words_range(partner->start, partner->end, range, sizeof(range));
	if (e->conflict)
		snprintf(other, sizeof(other), "CONFLICT with %s %s", range,
			 wcbar_memtype_name(partner->type));
	else if (e->overlaps)
		snprintf(other, sizeof(other), "overlaps %s", range);
	if (!copies[0] && !other[0] && !left)
		return mem_printf("-");
	return mem_printf("%s%s%s%s%s", copies,
			  copies[0] && other[0] ? ", " : "", other,
			  left && (copies[0] || other[0]) ? ", " : "",
			  left ? "no driver bound" : "");
}

static void print_list(const struct memtypes *mt, FILE *f)
{
	static const char * const headings[] = {
		"RANGE", ">SIZE", "TYPE", "MTRR", "EFFECTIVE", "OWNER",
		"REMARKS",
	};
	const struct patlist *list = &mt->ev->list;
	char range[TEXT_RANGE], size[TEXT_QUANTITY];
	struct table table;
	size_t i;

	fprintf(f, "Kernel's list of memory types (PAT): ");
	if (!mt->ev->has_list) {
		fputs("there is none here, so what is mapped is not known.\n",
		      f);
		return;
	}
	fprintf(f, "%u line%s, %u understood\n", list->tally.lines,
		list->tally.lines == 1 ? "" : "s", list->tally.understood);
	if (!patlist_understood(list)) {
		fputs("  It was not understood: nothing is known of mappings and conflicts.\n",
		      f);
		return;
	}
	table_init(&table, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < list->n; i++) {
		const struct pat_entry *e = &list->items[i];
		enum wcbar_memtype mtrr, effective;
		char *owner = memtypes_owner(mt, e->start, e->end);
		char *marks = entry_marks(mt, e);

		effective = memtypes_effective(mt, e, &mtrr);
		words_range(e->start, e->end, range, sizeof(range));
		table_cell(&table, "%s", range);
		table_cell(&table, "%s", text_bytes(e->end - e->start, size));
		table_cell(&table, "%s", type_or_dash(e->type));
		table_cell(&table, "%s", mtrr < WCBAR_MT_NUM ?
			   mtrr_type_name(mtrr) : type_or_dash(mtrr));
		table_cell(&table, "%s", type_or_dash(effective));
		table_cell(&table, "%s", owner);
		table_cell(&table, "%s", marks);
		free(owner);
		free(marks);
	}
	if (list->n)
		table_print(&table, f);
	table_free(&table);
	fprintf(f,
		"  %zu range%s; %u repeated line%s, %u overlap%s of one type, ",
		list->n, list->n == 1 ? "" : "s", list->duplicates,
		list->duplicates == 1 ? "" : "s", list->overlaps,
		list->overlaps == 1 ? "" : "s");
	if (list->conflicts)
		fprintf(f, "%u in conflict with another type\n",
			list->conflicts);
	else
		fprintf(f, "no conflict%s\n",
			list->tally.understood < list->tally.lines ?
			" in what was understood" : "");
}

static char *reg_marks(const struct memtypes *mt, const struct mtrr_reg *reg)
{
	const struct mtrr_table *mtrrs = &mt->ev->mtrrs;
	const struct mtrr_reg *over = NULL;
	size_t i;

	for (i = 0; i < mtrrs->n; i++) {
		const struct mtrr_reg *r = &mtrrs->items[i];

		if (r != reg && r->base < reg->end && r->end > reg->base &&
		    r->type != reg->type)
			over = r;
	}
	if (!over)
		return mem_printf("%s", reg->count > 1 ?
				  "counted more than once" : "-");
	return mem_printf("overlaps reg%02u (%s)%s%s", over->num,
			  mtrr_type_name(over->type),
			  reg->conflict ? ", undefined" :
			  over->type == WCBAR_MT_UC ? ", which wins there" :
			  reg->type == WCBAR_MT_UC ? ", and wins there" : "",
			  reg->count > 1 ? ", counted more than once" : "");
}

/* Write-combining ranges by their parts: uncachable ones inside them win */
static void print_parts(const struct memtypes *mt, const struct mtrr_reg *reg,
			FILE *f)
{
	struct mtrr_parts parts = { 0 };
	char range[TEXT_RANGE];
	size_t i;

	mtrr_split(&mt->ev->mtrrs, reg->base, reg->end, &parts);
	for (i = 0; parts.n > 1 && i < parts.n; i++) {
		words_range(parts.items[i].start, parts.items[i].end, range,
			    sizeof(range));
		fprintf(f, "    reg%02u in parts: %s is %s (reg%02u)\n",
			reg->num, range, mtrr_type_name(parts.items[i].type),
			parts.items[i].reg ? parts.items[i].reg->num : 0);
	}
	free(parts.items);
}

static void print_mtrrs(const struct memtypes *mt, FILE *f)
{
	static const char * const headings[] = {
		"REG", "RANGE", ">SIZE", "TYPE", ">COUNT", "OWNER", "REMARKS",
	};
	const struct mtrr_table *mtrrs = &mt->ev->mtrrs;
	char range[TEXT_RANGE], size[TEXT_QUANTITY];
	struct table table;
	size_t i;

	fputs("\nMTRRs: ", f);
	if (!mt->ev->has_mtrrs) {
		fputs("they are not among the files here.\n", f);
		return;
	}
	if (!mtrrs->n && !mtrrs->tally.lines)
		fputs("no variable register is in use.\n", f);
	else if (mtrrs->tally.lines)
		fprintf(f, "%u line%s, %u understood\n", mtrrs->tally.lines,
			mtrrs->tally.lines == 1 ? "" : "s",
			mtrrs->tally.understood);
	else
		fprintf(f, "from the boot log (%s)\n", mtrrs->src ?
			mtrrs->src->name : "an empty file");
	table_init(&table, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < mtrrs->n; i++) {
		const struct mtrr_reg *reg = &mtrrs->items[i];
		char *marks = reg_marks(mt, reg);
		/* a register over memory has every BAR in it; of no use */
		char *owner = reg->type == WCBAR_MT_WC ?
			memtypes_owner(mt, reg->base, reg->end) :
			mem_printf("-");

		words_range(reg->base, reg->end, range, sizeof(range));
		table_cell(&table, "reg%02u", reg->num);
		table_cell(&table, "%s", range);
		table_cell(&table, "%s",
			   text_bytes(reg->end - reg->base, size));
		table_cell(&table, "%s", mtrr_type_name(reg->type));
		if (reg->count)
			table_cell(&table, "%u", reg->count);
		else
			table_cell(&table, "-");
		table_cell(&table, "%s", owner);
		table_cell(&table, "%s", marks);
		free(owner);
		free(marks);
	}
	if (mtrrs->n)
		table_print(&table, f);
	table_free(&table);
	for (i = 0; i < mtrrs->n; i++)
		if (mtrrs->items[i].type == WCBAR_MT_WC)
			print_parts(mt, &mtrrs->items[i], f);
	fprintf(f, "  Default type: %s\n", mtrrs->deftype < WCBAR_MT_NUM ?
		mtrr_type_name(mtrrs->deftype) :
		"not shown by /proc/mtrr");
}

static void print_bars(const struct memtypes *mt, FILE *f)
{
	static const char * const headings[] = {
		"BAR", "RANGE", ">SIZE", "KIND", "DRIVER", "MAPPED AS",
	};
	const struct evidence *ev = mt->ev;
	char range[TEXT_RANGE], size[TEXT_QUANTITY], name[40];
	struct table table;
	size_t i;

	if (!mt->bars.n)
		return;
	fputs("\nMemory BARs\n", f);
	table_init(&table, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < mt->bars.n; i++) {
		const struct device *dev = mt->bars.items[i].dev;
		const struct bar *bar = mt->bars.items[i].bar;
		struct subject s;

		subject_bar(&s, ev, dev, bar);
		words_bar(bar, name, sizeof(name));
		words_range(bar->start, bar->end, range, sizeof(range));
		table_cell(&table, "%s %s", dev->bdf[0] ? dev->bdf :
			   dev->label ? dev->label : "-", name);
		table_cell(&table, "%s", range);
		table_cell(&table, "%s", text_bytes(bar->size, size));
		table_cell(&table, "%s%s", bar->is64 ? "64bit" : "32bit",
			   bar->pref ? " pref" : "");
		if (dev->driver.len)
			table_cell(&table, "%.*s", (int)dev->driver.len,
				   dev->driver.p);
		else
			table_cell(&table, "%s",
				   dev->driver_known ? "none" : "-");
		switch (s.list) {
		case LIST_ABSENT:
		case LIST_MUTE:
			table_cell(&table, "not known");
			break;
		case LIST_NOTHING:
			table_cell(&table, "nothing is mapped now");
			break;
		case LIST_PARTLY:
			table_cell(&table, "write-combining in part");
			break;
		case LIST_CONFLICT:
			table_cell(&table, "types in conflict");
			break;
		default:
			table_cell(&table, "%s",
				   wcbar_memtype_name(s.one_type));
		}
		subject_free(&s);
	}
	table_print(&table, f);
	table_free(&table);
}

static void print_findings(const struct memtypes *mt, FILE *f)
{
	const struct report *report = mt->report;
	bool any = false;
	size_t v, i;

	for (v = 0; v <= report->n; v++) {
		const struct verdict *verdict = v ? &report->items[v - 1] :
						    &report->machine;

		for (i = 0; i < verdict->reasons.n; i++) {
			const struct reason *r = &verdict->reasons.items[i];

			if (!memtypes_is_finding(r))
				continue;
			if (!any)
				fputs("\nFindings\n", f);
			any = true;
			report_wrap(r->text, (unsigned int)
				    fprintf(f, "  %s: ", r->rule->code), 4, f);
			if (r->proof.src)
				fprintf(f, "      %s:%u: %.*s\n",
					r->proof.src->name, r->proof.line,
					(int)min_t(size_t, r->proof.text.len,
						   160), r->proof.text.p);
		}
	}
}

/**
 * memtypes_text - print the join
 * @mt: the join
 * @f: where to
 */
void memtypes_text(const struct memtypes *mt, FILE *f)
{
	if (mt->ev->label[0])
		fprintf(f, "== %s ==\n", mt->ev->label);
	print_list(mt, f);
	print_mtrrs(mt, f);
	print_bars(mt, f);
	print_findings(mt, f);
	fputc('\n', f);
	report_files(mt->ev, f);
}
