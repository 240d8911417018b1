// SPDX-License-Identifier: GPL-2.0
/*
 * Which files of a dump are looked at together.
 *
 * A folder may hold one file of a kind several times: pat_memtype_list.good
 * and pat_memtype_list.bad, or dmesg from five machines. Each of them gets an
 * answer of its own, together with the files that stand alone in their kind
 * and with those of other kinds that have the same ending.
 */
#include "dump.h"

#include <ctype.h>

#include "mem.h"

/* Words that the name of a file of this kind has anyway. */
static const char * const core_words[SOURCE_NUM][8] = {
	[SOURCE_PATLIST] = { "pat_memtype_list", "memtype_list", "memtype",
			     "patlist", "pat_list" },
	[SOURCE_MTRR] = { "proc_mtrr", "mtrr" },
	[SOURCE_LOG] = { "dmesg", "syslog", "kern", "journal", "messages",
			 "console" },
	[SOURCE_IOMEM] = { "proc_iomem", "iomem" },
	[SOURCE_CPUINFO] = { "proc_cpuinfo", "cpuinfo" },
	[SOURCE_CMDLINE] = { "proc_cmdline", "cmdline" },
	[SOURCE_UNAME] = { "uname-r", "uname" },
	[SOURCE_KCONFIG] = { "kconfig", "config" },
	[SOURCE_MACHINE] = { "machine" },
};

static struct text trim_ends(struct text t)
{
	while (t.len && strchr(".-_", *t.p)) {
		t.p++;
		t.len--;
	}
	while (t.len && strchr(".-_", t.p[t.len - 1]))
		t.len--;
	return t;
}

/**
 * struct name - a file name taken apart
 * @base: what files of one series have in common
 * @key: what tells them apart
 */
struct name {
	struct text base;
	struct text key;
};

static struct name take_apart(const struct source *src)
{
	static const char * const endings[] = { ".txt", ".log", ".out" };
	struct text all = text_of(src->name);
	struct name name = { all, { all.p, 0 } };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(endings); i++)
		if (text_ends(all, endings[i]))
			all.len -= strlen(endings[i]);
	name.base = all;
	if (src->kind == SOURCE_LSPCI) {
		struct text at = all;
		char bdf[TEXT_BDF];

		name.base = text_of("lspci");
		/* of one function each: not the same one twice */
		if (text_find_bdf(&at, bdf))
			return name;
		at = all;
		name.key = text_after(&at, ".") ? trim_ends(at) : name.key;
		return name;
	}
	for (i = 0; i < 8 && core_words[src->kind][i]; i++) {
		const char *word = core_words[src->kind][i];
		struct text at = all, before;

		if (!text_after(&at, word))
			continue;
		before.p = all.p;
		before.len = all.len - at.len - strlen(word);
		name.base = text_of(word);
		name.key = trim_ends(at);
		if (!name.key.len)
			name.key = trim_ends(before);
		return name;
	}
	return name;
}

/**
 * struct keys_found - keys of a series
 * @items: the keys
 * @n: number of keys
 * @room: private to vec_push()
 */
struct keys_found {
	struct text *items;
	size_t n, room;
};

static bool same(struct text a, struct text b)
{
	return a.len == b.len && !memcmp(a.p, b.p, a.len);
}

/* Files of functions belong to every view: each is about another function. */
static bool is_series(enum source_kind kind)
{
	return core_words[kind][0] || kind == SOURCE_LSPCI;
}

static bool is_variant(const struct dump *dump, const struct source *src)
{
	struct name mine = take_apart(src);
	bool same_base = false, other_key = false, kernel_log = false;
	size_t i;

	if (!is_series(src->kind))
		return false;
	for (i = 0; i < dump->n; i++) {
		struct name other = take_apart(dump->items[i]);

		if (dump->items[i] == src || dump->items[i]->kind != src->kind)
			continue;
		if (src->kind != SOURCE_LOG)
			other_key |= !same(mine.key, other.key);
		else if (same(mine.base, other.base))
			same_base = true;
	}
	if (src->kind != SOURCE_LOG)
		return other_key;
	if (same_base)
		return true;
	/*
	 * The only log of its name beside a series of others: one more kernel
	 * log is one more answer, a shell's output belongs to all.
	 */
	for (i = 0; i < 8 && core_words[SOURCE_LOG][i]; i++)
		kernel_log |= text_is(mine.base, core_words[SOURCE_LOG][i]);
	if (!kernel_log || !mine.key.len)
		return false;
	for (i = 0; i < dump->n; i++) {
		struct name a, b;
		size_t k;

		if (dump->items[i]->kind != SOURCE_LOG)
			continue;
		a = take_apart(dump->items[i]);
		for (k = 0; k < i; k++) {
			b = take_apart(dump->items[k]);
			if (dump->items[k]->kind == SOURCE_LOG &&
			    same(a.base, b.base))
				return true;
		}
	}
	return false;
}

static void add_label(struct view *view, const struct source *src)
{
	char *label = view->label;

	view->label = mem_printf("%s%s%s", label, *label ? ", " : "",
				 src->name);
	free(label);
}

static void fill_view(struct view *view, const struct dump *dump,
		      const bool *variant, struct text key)
{
	enum source_kind kind;
	size_t i;

	view->label = mem_copy("", 0);
	for (kind = 0; kind < SOURCE_NUM; kind++) {
		const struct source *exact = NULL, *plain = NULL;

		for (i = 0; i < dump->n; i++) {
			const struct source *src = dump->items[i];
			struct name name;

			if (src->kind != kind)
				continue;
			if (!variant[i]) {
				*vec_push(view) = src;
				continue;
			}
			name = take_apart(src);
			if (same(name.key, key)) {
				*vec_push(view) = src;
				add_label(view, src);
				exact = src;
			} else if (!name.key.len) {
				plain = src;
			}
		}
		/* without one of its own, the file that has no ending */
		if (!exact && plain)
			*vec_push(view) = plain;
	}
}

/**
 * views_build - find out which files are looked at together
 * @views: zeroed; filled in, to be given to views_free()
 * @dump: the files, which must stay as long as @views
 */
void views_build(struct views *views, const struct dump *dump)
{
	bool *variant = mem_grow(NULL, dump->n, sizeof(*variant));
	struct keys_found keys = { 0 };
	size_t i, k;

	for (i = 0; i < dump->n; i++) {
		struct text key;

		variant[i] = is_variant(dump, dump->items[i]);
		if (!variant[i])
			continue;
		key = take_apart(dump->items[i]).key;
		for (k = 0; k < keys.n; k++)
			if (same(keys.items[k], key))
				break;
		if (k == keys.n)
			*vec_push(&keys) = key;
	}
	for (k = 0; k < keys.n; k++)
		fill_view(vec_push(views), dump, variant, keys.items[k]);
	if (!keys.n)
		fill_view(vec_push(views), dump, variant, text_of(""));
	free(keys.items);
	free(variant);
}

/**
 * views_free - give back the memory of views
 * @views: the views
 */
void views_free(struct views *views)
{
	size_t i;

	for (i = 0; i < views->n; i++) {
		free(views->items[i].label);
		free(views->items[i].items);
	}
	free(views->items);
	memset(views, 0, sizeof(*views));
}
