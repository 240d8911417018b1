// SPDX-License-Identifier: GPL-2.0
/*
 * The run specification, for example
 *
 *	method=memcpy_toio,movnti map=wc,uc size=64..32M offset=0,1 verify=1
 *
 * The text is whatever somebody wrote into a file: every byte of it is
 * looked at before any of it is quoted back, no number leaves 64 bits
 * unnoticed, and nothing past the window comes out. Grammar:
 * Documentation/ABI/debugfs-wcbar. What the words amount to together:
 * spec_plan.c.
 */
#include <wcbar/numbers.h>
#include <wcbar/spec.h>

#define QUOTE_MAX	32		/* bytes of a wrong word quoted back */
#define DEFAULT_SIZE	4096
#define DEFAULT_WARMUP	2
#define MAX_SRC_OFFSET	4095

/**
 * struct parser - what one call works on
 * @spec: being filled
 * @err: the caller's buffer for an error sentence
 * @key: name of the key being parsed
 * @seen: keys seen so far, bits by their place in the table
 * @quoted: a wrong word, cut short where it is long
 */
struct parser {
	struct wcbar_spec *spec;
	char *err;
	const char *key;
	u32 seen;
	char quoted[QUOTE_MAX + 3];
};

static __printf(2, 3) int fail(struct parser *ps, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ps->err, WCBAR_SPEC_ERR, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static const char *quote(struct parser *ps, const struct wcbar_word *w)
{
	size_t len = min_t(size_t, w->len, QUOTE_MAX);

	memcpy(ps->quoted, w->p, len);
	memcpy(ps->quoted + len, "..", 3);
	if (len == w->len)
		ps->quoted[len] = '\0';
	return ps->quoted;
}

/* @wrong says what is wrong with @w, as wcbar_number_parse() does */
static int fail_word(struct parser *ps, const struct wcbar_word *w,
		     const char *wrong)
{
	if (!w->len)
		return fail(ps, "%s: empty value", ps->key);
	return fail(ps, "%s: '%s' %s", ps->key, quote(ps, w), wrong);
}

static int parse_size(struct parser *ps, struct wcbar_word value)
{
	struct wcbar_spec *spec = ps->spec;
	struct wcbar_word bad;
	const char *wrong;
	u32 i;

	wrong = wcbar_numbers_parse(value, spec->sizes, WCBAR_SPEC_MAX_LIST,
				    &spec->nr_sizes, &bad);
	if (wrong)
		return fail_word(ps, &bad, wrong);
	for (i = 0; i < spec->nr_sizes; i++) {
		if (!spec->sizes[i])
			return fail(ps, "size: 0 is not a size");
	}
	return 0;
}

static int parse_offset(struct parser *ps, struct wcbar_word value)
{
	struct wcbar_spec *spec = ps->spec;
	struct wcbar_word bad;
	const char *wrong;

	wrong = wcbar_numbers_parse(value, spec->offsets, WCBAR_SPEC_MAX_LIST,
				    &spec->nr_offsets, &bad);
	return wrong ? fail_word(ps, &bad, wrong) : 0;
}

static int parse_method(struct parser *ps, struct wcbar_word value)
{
	struct wcbar_word w;
	u32 i;

	ps->spec->methods = 0;
	ps->spec->auto_dirs = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		const struct wcbar_method *m;

		if (wcbar_word_is(&w, "all")) {
			ps->spec->methods = U64_MAX;
			continue;
		}
		if (wcbar_word_is(&w, "auto")) {
			ps->spec->auto_dirs = WCBAR_DIR_WRITE | WCBAR_DIR_READ;
			continue;
		}
		m = wcbar_method_find(w.p, w.len);
		for (i = 0; m && i < wcbar_nr_methods; i++) {
			if (wcbar_methods[i] == m)
				break;
		}
		if (!m || i == wcbar_nr_methods)
			return fail_word(ps, &w, "is no method");
		ps->spec->methods |= BIT_ULL(i);
	}
	return 0;
}

static int parse_map(struct parser *ps, struct wcbar_word value)
{
	struct wcbar_spec *spec = ps->spec;
	struct wcbar_word w;
	u32 i;

	spec->nr_maps = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		enum wcbar_memtype type;

		type = wcbar_memtype_parse(w.p, w.len);
		if (type != WCBAR_MT_WC && type != WCBAR_MT_UC_MINUS &&
		    type != WCBAR_MT_UC)
			return fail_word(ps, &w, "is none of wc, uc- and uc");
		for (i = 0; i < spec->nr_maps; i++) {
			if (spec->maps[i] == type)
				return fail_word(ps, &w, "is given twice");
		}
		spec->maps[spec->nr_maps++] = type;
	}
	return 0;
}

static int parse_dir(struct parser *ps, struct wcbar_word value)
{
	struct wcbar_word w;

	ps->spec->dirs = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		if (wcbar_word_is(&w, "write"))
			ps->spec->dirs |= WCBAR_DIR_WRITE;
		else if (wcbar_word_is(&w, "read"))
			ps->spec->dirs |= WCBAR_DIR_READ;
		else if (wcbar_word_is(&w, "both"))
			ps->spec->dirs |= WCBAR_DIR_WRITE | WCBAR_DIR_READ;
		else
			return fail_word(ps, &w,
					 "is none of write, read and both");
	}
	return 0;
}

/* Keys with a list or with words */
static const struct {
	const char *name;
	int (*parse)(struct parser *ps, struct wcbar_word value);
} lists[] = {
	{ "method",	parse_method },
	{ "map",	parse_map },
	{ "dir",	parse_dir },
	{ "size",	parse_size },
	{ "offset",	parse_offset },
};

/* Keys with a number from @min to @max, kept in the u32, s32 or bool @at */
static const struct {
	const char *name;
	u32 min;
	u32 max;
	size_t at;
	bool flag;
} numbers[] = {
#define NUMBER(key, least, most)					\
	{ #key, least, most, offsetof(struct wcbar_spec, key), false }
#define FLAG(key)							\
	{ #key, 0, 1, offsetof(struct wcbar_spec, key), true }
	NUMBER(src_offset, 0, MAX_SRC_OFFSET),
	NUMBER(iterations, 0, WCBAR_SPEC_MAX_ITER),
	NUMBER(warmup, 0, WCBAR_SPEC_MAX_WARMUP),
	NUMBER(batch, 0, WCBAR_SPEC_MAX_BATCH),
	NUMBER(time, 0, WCBAR_SPEC_MAX_TIME),
	NUMBER(threads, 1, WCBAR_SPEC_MAX_THREADS),
	NUMBER(cpu, 0, S32_MAX),
	NUMBER(node, 0, S32_MAX),
	FLAG(cold),
	FLAG(verify),
	FLAG(save),
#undef NUMBER
#undef FLAG
};

static int parse_number(struct parser *ps, unsigned int i,
			const struct wcbar_word *value)
{
	void *field = (char *)ps->spec + numbers[i].at;
	const char *wrong;
	u64 v;

	wrong = wcbar_number_parse(value, &v);
	if (wrong)
		return fail_word(ps, value, wrong);
	if (v > numbers[i].max)
		return fail(ps, "%s: %llu is more than %u", ps->key, v,
			    numbers[i].max);
	if (v < numbers[i].min)
		return fail(ps, "%s: %llu is less than %u", ps->key, v,
			    numbers[i].min);
	if (numbers[i].flag)
		*(bool *)field = v;
	else
		*(u32 *)field = (u32)v;
	return 0;
}

/* Which key it is, the lists first; false for none */
static bool find_key(struct parser *ps, const struct wcbar_word *key,
		     unsigned int *nr)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lists) + ARRAY_SIZE(numbers); i++) {
		ps->key = i < ARRAY_SIZE(lists) ?
			  lists[i].name : numbers[i - ARRAY_SIZE(lists)].name;
		*nr = i;
		if (wcbar_word_is(key, ps->key))
			return true;
	}
	return false;
}

/* One "key=value" */
static int parse_pair(struct parser *ps, const struct wcbar_word *pair)
{
	struct wcbar_word value = *pair, key;
	unsigned int i;

	wcbar_word_cut(&value, '=', &key);
	if (!find_key(ps, &key, &i))
		return fail(ps, "unknown word '%s'", quote(ps, &key));
	if (!value.p || !value.len)
		return fail(ps, "%s: empty value", ps->key);
	if (ps->seen & BIT(i))
		return fail(ps, "%s: given twice", ps->key);
	ps->seen |= BIT(i);
	if (i < ARRAY_SIZE(lists))
		return lists[i].parse(ps, value);
	return parse_number(ps, i - ARRAY_SIZE(lists), &value);
}

static void set_defaults(struct wcbar_spec *spec)
{
	memset(spec, 0, sizeof(*spec));
	spec->methods = U64_MAX;
	spec->dirs = WCBAR_DIR_WRITE | WCBAR_DIR_READ;
	spec->nr_sizes = 1;
	spec->sizes[0] = DEFAULT_SIZE;
	spec->nr_offsets = 1;
	spec->warmup = DEFAULT_WARMUP;
	spec->threads = 1;
	spec->cpu = -1;
	spec->node = -1;
	spec->verify = true;
}

/**
 * wcbar_spec_parse - parse and check a run specification
 * @text: the text, not terminated
 * @len: its length in bytes
 * @bounds: what it must stay inside
 * @spec: the result; about 4 KiB, so never on a kernel stack. Of no use after
 *	an error.
 * @err: one sentence, without a full stop, naming the wrong word; empty when
 *	there is no error
 *
 * After success @spec->dirs holds just the directions of the methods that
 * will run: without WCBAR_DIR_WRITE nothing will be written.
 *
 * Return: 0; -EINVAL with the word named in @err; -E2BIG for a text of more
 * than WCBAR_SPEC_MAX_TEXT bytes.
 */
int wcbar_spec_parse(const char *text, size_t len,
		     const struct wcbar_bounds *bounds,
		     struct wcbar_spec *spec, char err[WCBAR_SPEC_ERR])
{
	struct parser ps = {
		.spec = spec,
		.err = err,
	};
	struct wcbar_word w;
	size_t i = 0;
	int ret;

	err[0] = '\0';
	set_defaults(spec);
	if (len > WCBAR_SPEC_MAX_TEXT) {
		fail(&ps, "the specification is longer than %u bytes",
		     WCBAR_SPEC_MAX_TEXT);
		return -E2BIG;
	}
	if (len && text[len - 1] == '\n')
		len--;
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c < ' ' && c != '\t') || c > '~')
			return fail(&ps,
				    "byte 0x%02x at position %zu is not text",
				    c, i);
	}

	for (i = 0;;) {
		while (i < len && (text[i] == ' ' || text[i] == '\t'))
			i++;
		if (i == len)
			break;
		w.p = text + i;
		while (i < len && text[i] != ' ' && text[i] != '\t')
			i++;
		w.len = (size_t)(text + i - w.p);
		ret = parse_pair(&ps, &w);
		if (ret)
			return ret;
	}
	if (!ps.seen)
		return fail(&ps, "empty specification");
	return wcbar_spec_settle(spec, bounds, err);
}
