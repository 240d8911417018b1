// SPDX-License-Identifier: GPL-2.0
/*
 * What all specifications have in common: words "key=value", each key once,
 * each value as its key wants it.
 *
 * The text is whatever somebody wrote into a file: every byte of it is
 * looked at before any of it is quoted back.
 */
#include <wcbar/copy.h>
#include <wcbar/keys.h>

/**
 * wcbar_keys_fail - say what is wrong
 * @keys: the specification
 * @fmt: one sentence, without a full stop
 *
 * Return: -EINVAL.
 */
int wcbar_keys_fail(struct wcbar_keys *keys, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(keys->err, WCBAR_SPEC_ERR, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static const char *quote(struct wcbar_keys *keys, const struct wcbar_word *w)
{
	size_t len = min_t(size_t, w->len, WCBAR_KEYS_QUOTE);

	memcpy(keys->quoted, w->p, len);
	memcpy(keys->quoted + len, "..", 3);
	if (len == w->len)
		keys->quoted[len] = '\0';
	return keys->quoted;
}

/**
 * wcbar_keys_wrong - say that a word of the present key's value is wrong
 * @keys: the specification
 * @w: the word, perhaps of length 0
 * @wrong: what is wrong with it, as wcbar_number_parse() says it
 *
 * Return: -EINVAL.
 */
int wcbar_keys_wrong(struct wcbar_keys *keys, const struct wcbar_word *w,
		     const char *wrong)
{
	if (!w->len)
		return wcbar_keys_fail(keys, "%s: empty value", keys->key);
	return wcbar_keys_fail(keys, "%s: '%s' %s", keys->key, quote(keys, w),
			       wrong);
}

/**
 * wcbar_keys_numbers - the value is a list of numbers
 * @keys: the specification
 * @value: the value
 * @v: room for the numbers
 * @max: how many fit
 * @nr: how many there are
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_keys_numbers(struct wcbar_keys *keys, struct wcbar_word value,
		       u64 *v, u32 max, u32 *nr)
{
	struct wcbar_word bad;
	const char *wrong;

	wrong = wcbar_numbers_parse(value, v, max, nr, &bad);
	return wrong ? wcbar_keys_wrong(keys, &bad, wrong) : 0;
}

/**
 * wcbar_keys_sizes - the value is a list of sizes, none of them 0
 * @keys: the specification
 * @value: the value
 * @v: room for the sizes
 * @max: how many fit
 * @nr: how many there are
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_keys_sizes(struct wcbar_keys *keys, struct wcbar_word value,
		     u64 *v, u32 max, u32 *nr)
{
	int ret;
	u32 i;

	ret = wcbar_keys_numbers(keys, value, v, max, nr);
	for (i = 0; !ret && i < *nr; i++) {
		if (!v[i])
			ret = wcbar_keys_fail(keys, "%s: 0 is not a size",
					      keys->key);
	}
	return ret;
}

/**
 * wcbar_keys_maps - the value is a list of the types that a map can have
 * @keys: the specification
 * @value: the value
 * @maps: the types
 * @nr: how many there are
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_keys_maps(struct wcbar_keys *keys, struct wcbar_word value,
		    enum wcbar_memtype maps[WCBAR_SPEC_MAPS], u32 *nr)
{
	struct wcbar_word w;
	u32 i;

	*nr = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		enum wcbar_memtype type;

		type = wcbar_memtype_parse(w.p, w.len);
		if (type != WCBAR_MT_WC && type != WCBAR_MT_UC_MINUS &&
		    type != WCBAR_MT_UC)
			return wcbar_keys_wrong(keys, &w,
						"is none of wc, uc- and uc");
		for (i = 0; i < *nr; i++) {
			if (maps[i] == type)
				return wcbar_keys_wrong(keys, &w,
							"is given twice");
		}
		maps[(*nr)++] = type;
	}
	return 0;
}

/**
 * wcbar_keys_method - a word is the name of a copy method
 * @keys: the specification
 * @w: the word
 * @index: the method's place in wcbar_methods[]
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_keys_method(struct wcbar_keys *keys, const struct wcbar_word *w,
		      u32 *index)
{
	const struct wcbar_method *m = wcbar_method_find(w->p, w->len);
	u32 i;

	for (i = 0; m && i < wcbar_nr_methods; i++) {
		if (wcbar_methods[i] == m) {
			*index = i;
			return 0;
		}
	}
	return wcbar_keys_wrong(keys, w, "is no method");
}

/**
 * wcbar_keys_set - the value is a list of names
 * @keys: the specification
 * @value: the value
 * @names: the names, 32 at most
 * @nr: how many there are
 * @wrong: what is said of a word that is none of them
 * @set: bit n is set for the n-th name
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_keys_set(struct wcbar_keys *keys, struct wcbar_word value,
		   const char *const *names, u32 nr, const char *wrong,
		   u32 *set)
{
	struct wcbar_word w;
	u32 i;

	*set = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		for (i = 0; i < nr; i++) {
			if (wcbar_word_is(&w, names[i]))
				break;
		}
		if (i == nr)
			return wcbar_keys_wrong(keys, &w, wrong);
		*set |= (u32)BIT(i);
	}
	return 0;
}

static int parse_number(struct wcbar_keys *keys, const struct wcbar_key *key,
			const struct wcbar_word *value)
{
	void *field = (char *)keys->result + key->at;
	const char *wrong;
	u64 v;

	wrong = wcbar_number_parse(value, &v);
	if (wrong)
		return wcbar_keys_wrong(keys, value, wrong);
	if (v > key->max)
		return wcbar_keys_fail(keys, "%s: %llu is more than %u",
				       keys->key, v, key->max);
	if (v < key->min)
		return wcbar_keys_fail(keys, "%s: %llu is less than %u",
				       keys->key, v, key->min);
	if (key->flag)
		*(bool *)field = v;
	else
		*(u32 *)field = (u32)v;
	return 0;
}

/* One "key=value" */
static int parse_pair(struct wcbar_keys *keys, const struct wcbar_word *pair)
{
	struct wcbar_word value = *pair, name;
	const struct wcbar_key *key;
	unsigned int i;

	wcbar_word_cut(&value, '=', &name);
	for (i = 0; i < keys->nr; i++) {
		if (wcbar_word_is(&name, keys->table[i].name))
			break;
	}
	if (i == keys->nr)
		return wcbar_keys_fail(keys, "unknown word '%s'",
				       quote(keys, &name));
	key = &keys->table[i];
	keys->key = key->name;
	if (!value.p || !value.len)
		return wcbar_keys_fail(keys, "%s: empty value", keys->key);
	if (keys->seen & BIT(i))
		return wcbar_keys_fail(keys, "%s: given twice", keys->key);
	keys->seen |= (u32)BIT(i);
	if (key->parse)
		return key->parse(keys, value);
	return parse_number(keys, key, &value);
}

/* Nothing but printable characters and tabs */
static int check_text(struct wcbar_keys *keys, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c < ' ' && c != '\t') || c > '~')
			return wcbar_keys_fail(keys,
					       "byte 0x%02x at position %zu is not text",
					       c, i);
	}
	return 0;
}

/**
 * wcbar_keys_parse - parse a specification
 * @keys: its table, its result with the defaults, and room for an error
 *	sentence; all else is 0
 * @text: the text, not terminated; a newline at its end is ignored
 * @len: its length in bytes
 *
 * The error sentence has no full stop and names the wrong word; it is empty
 * when there is no error.
 *
 * Return: 0; -EINVAL with the word named; -E2BIG for a text of more than
 * WCBAR_SPEC_MAX_TEXT bytes.
 */
int wcbar_keys_parse(struct wcbar_keys *keys, const char *text, size_t len)
{
	struct wcbar_word w;
	size_t i = 0;
	int ret;

	keys->err[0] = '\0';
	if (len > WCBAR_SPEC_MAX_TEXT) {
		wcbar_keys_fail(keys,
				"the specification is longer than %u bytes",
				WCBAR_SPEC_MAX_TEXT);
		return -E2BIG;
	}
	if (len && text[len - 1] == '\n')
		len--;
	ret = check_text(keys, text, len);
	while (!ret) {
		while (i < len && (text[i] == ' ' || text[i] == '\t'))
			i++;
		if (i == len)
			break;
		w.p = text + i;
		while (i < len && text[i] != ' ' && text[i] != '\t')
			i++;
		w.len = (size_t)(text + i - w.p);
		ret = parse_pair(keys, &w);
	}
	if (!ret && !keys->seen)
		ret = wcbar_keys_fail(keys, "empty specification");
	return ret;
}
