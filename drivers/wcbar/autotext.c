// SPDX-License-Identifier: GPL-2.0
/*
 * auto's table as text: saved, shipped with a product, loaded, pinned.
 */
#include <wcbar/auto.h>
#include <wcbar/numbers.h>

static const char *const origins[] = {
	[WCBAR_AUTO_BUILTIN] = "builtin",
	[WCBAR_AUTO_MEASURED] = "measured",
	[WCBAR_AUTO_PINNED] = "pinned",
};

/**
 * struct entry - one line of the text
 * @type: memory type
 * @use: use
 * @align: alignment
 * @class: size class from which it holds
 * @m: the method
 * @origin: where it comes from
 */
struct entry {
	enum wcbar_memtype type;
	enum wcbar_auto_use use;
	enum wcbar_auto_align align;
	u32 class;
	const struct wcbar_method *m;
	enum wcbar_auto_origin origin;
};

/* The lines of one memory type, use and alignment */
static size_t save_align(const struct wcbar_auto *a, u32 type, u32 use,
			 u32 align, char *buf, size_t len)
{
	const struct wcbar_auto_slot *slot = &a->slot[type][use];
	const struct wcbar_method *last = NULL;
	size_t used = 0;
	u32 class;

	for (class = 0; class < WCBAR_AUTO_CLASSES; class++) {
		const struct wcbar_method *m = slot->pick[align][class];

		if (m == last)
			continue;
		last = m;
		used += snprintf(buf + min_t(size_t, used, len),
				 len - min_t(size_t, used, len),
				 "%s %s %s %zu %s %s\n",
				 wcbar_memtype_short(type),
				 wcbar_auto_use_name(use),
				 wcbar_auto_align_name(align),
				 wcbar_auto_class_size(class), m->name,
				 origins[slot->origin[align]]);
	}
	return used;
}

/**
 * wcbar_auto_save() - the table as text
 * @a: the table
 * @buf: where to; terminated
 * @len: bytes of @buf; WCBAR_AUTO_TEXT are always enough
 *
 * Context: any.
 * Return: length of the text, or -ENOSPC.
 */
int wcbar_auto_save(const struct wcbar_auto *a, char *buf, size_t len)
{
	u32 type, use, align;
	size_t used;

	used = snprintf(buf, len,
			WCBAR_AUTO_MAGIC "\n# memtype use align from-size method origin\n");
	for (type = 0; type < WCBAR_MT_NUM; type++) {
		for (use = 0; use < WCBAR_AUTO_USES; use++) {
			for (align = 0; align < WCBAR_AUTO_ALIGNS; align++)
				used += save_align(a, type, use, align,
						   buf + min_t(size_t, used, len),
						   len - min_t(size_t, used, len));
		}
	}
	return used < len ? (int)used : -ENOSPC;
}

static const char *find_use(const struct wcbar_word *w, struct entry *e)
{
	for (e->use = 0; e->use < WCBAR_AUTO_USES; e->use++) {
		if (wcbar_word_is(w, wcbar_auto_use_name(e->use)))
			return NULL;
	}
	return "is not block, run or read";
}

static const char *find_align(const struct wcbar_word *w, struct entry *e)
{
	for (e->align = 0; e->align < WCBAR_AUTO_ALIGNS; e->align++) {
		if (wcbar_word_is(w, wcbar_auto_align_name(e->align)))
			return NULL;
	}
	return "is not line, eight or any";
}

static const char *find_class(const struct wcbar_word *w, struct entry *e)
{
	const char *wrong;
	u64 size;

	wrong = wcbar_number_parse(w, &size);
	if (wrong)
		return wrong;
	e->class = size ? wcbar_auto_class(size) : 0;
	if (wcbar_auto_class_size(e->class) != size)
		return "is not where a size class begins: a power of two, or half as much again";
	return NULL;
}

/* The first of the methods that can serve here */
static const char *find_method(const struct wcbar_auto *a,
			       const struct wcbar_word *w, struct entry *e)
{
	struct wcbar_word rest = *w, name;

	while (wcbar_word_cut(&rest, ',', &name)) {
		e->m = wcbar_method_find(name.p, name.len);
		if (!e->m)
			return "names a method that there is not";
		if (wcbar_auto_candidate(e->m, e->type, e->use, e->align,
					 a->have))
			return NULL;
	}
	return "names no method that can serve here";
}

static const char *find_origin(const struct wcbar_word *w, struct entry *e)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(origins); i++) {
		if (wcbar_word_is(w, origins[i])) {
			e->origin = i;
			return NULL;
		}
	}
	return "is not builtin, measured or pinned";
}

static const char *find_type(const struct wcbar_word *w, struct entry *e)
{
	e->type = wcbar_memtype_parse(w->p, w->len);
	return e->type < WCBAR_MT_NUM ? NULL : "is not a memory type";
}

/* One line; what is wrong with which word of it */
static const char *parse_line(const struct wcbar_auto *a,
			      struct wcbar_word line, struct entry *e,
			      struct wcbar_word *bad)
{
	const char *wrong;
	u32 n = 0;

	while (wcbar_word_cut(&line, ' ', bad)) {
		switch (n++) {
		case 0:
			wrong = find_type(bad, e);
			break;
		case 1:
			wrong = find_use(bad, e);
			break;
		case 2:
			wrong = find_align(bad, e);
			break;
		case 3:
			wrong = find_class(bad, e);
			break;
		case 4:
			wrong = find_method(a, bad, e);
			break;
		case 5:
			wrong = find_origin(bad, e);
			break;
		default:
			wrong = "is one word too many";
			break;
		}
		if (wrong)
			return wrong;
	}
	bad->p = "";
	bad->len = 0;
	return n == 6 ? NULL : "lacks a word";
}

static void apply(struct wcbar_auto *a, const struct entry *e)
{
	struct wcbar_auto_slot *slot = &a->slot[e->type][e->use];
	u32 class;

	for (class = e->class; class < WCBAR_AUTO_CLASSES; class++)
		slot->pick[e->align][class] = e->m;
	slot->origin[e->align] = e->origin;
}

/* Twice: to see that all of it is right, and to take it */
static int go_through(struct wcbar_auto *a, const char *text, size_t len,
		      bool take, char *err)
{
	struct wcbar_word rest = { text, len }, line, bad;
	const char *wrong;
	struct entry e;
	u32 nr = 0;

	while (wcbar_word_cut(&rest, '\n', &line)) {
		if (!nr++ && !wcbar_word_is(&line, WCBAR_AUTO_MAGIC)) {
			snprintf(err, WCBAR_SPEC_ERR,
				 "the first line is not '" WCBAR_AUTO_MAGIC "'");
			return -EINVAL;
		}
		if (!line.len || line.p[0] == '#')
			continue;
		wrong = parse_line(a, line, &e, &bad);
		if (wrong) {
			snprintf(err, WCBAR_SPEC_ERR, "line %u: '%.*s' %s", nr,
				 (int)min_t(size_t, bad.len, 40), bad.p,
				 wrong);
			return -EINVAL;
		}
		if (take)
			apply(a, &e);
	}
	return 0;
}

/**
 * wcbar_auto_load() - take lines of text into the table
 * @a: the table, filled before; what the text does not say stays
 * @text: the text, need not be terminated
 * @len: its length
 * @err: after an error, a sentence that names the line and the word
 *
 * Context: any.
 * Return: 0, or -EINVAL with the table as it was.
 */
int wcbar_auto_load(struct wcbar_auto *a, const char *text, size_t len,
		    char err[WCBAR_SPEC_ERR])
{
	int ret = go_through(a, text, len, false, err);

	return ret ? ret : go_through(a, text, len, true, err);
}
