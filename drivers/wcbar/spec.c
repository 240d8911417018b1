// SPDX-License-Identifier: GPL-2.0
/*
 * The run specification, for example
 *
 *	method=memcpy_toio,movnti map=wc,uc size=64..32M offset=0,1 verify=1
 *
 * No number leaves 64 bits unnoticed, and nothing past the window comes out.
 * Grammar: Documentation/ABI/debugfs-wcbar. What the words amount to together:
 * spec_plan.c.
 */
#include <wcbar/spec.h>

#define DEFAULT_SIZE	4096
#define DEFAULT_WARMUP	2
#define MAX_SRC_OFFSET	4095

static int parse_size(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_spec *spec = keys->result;

	return wcbar_keys_sizes(keys, value, spec->sizes, WCBAR_SPEC_MAX_LIST,
				&spec->nr_sizes);
}

static int parse_offset(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_spec *spec = keys->result;

	return wcbar_keys_numbers(keys, value, spec->offsets,
				  WCBAR_SPEC_MAX_LIST, &spec->nr_offsets);
}

static int parse_method(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_spec *spec = keys->result;
	struct wcbar_word w;
	u32 i;
	int ret;

	spec->methods = 0;
	spec->auto_dirs = 0;
	while (wcbar_word_cut(&value, ',', &w)) {
		if (wcbar_word_is(&w, "all")) {
			spec->methods = U64_MAX;
			continue;
		}
		if (wcbar_word_is(&w, "auto")) {
			spec->auto_dirs = WCBAR_DIR_WRITE | WCBAR_DIR_READ;
			continue;
		}
		ret = wcbar_keys_method(keys, &w, &i);
		if (ret)
			return ret;
		spec->methods |= BIT_ULL(i);
	}
	return 0;
}

static int parse_map(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_spec *spec = keys->result;

	return wcbar_keys_maps(keys, value, spec->maps, &spec->nr_maps);
}

static int parse_dir(struct wcbar_keys *keys, struct wcbar_word value)
{
	static const char *const names[] = { "write", "read", "both" };
	struct wcbar_spec *spec = keys->result;
	u32 set;
	int ret;

	ret = wcbar_keys_set(keys, value, names, ARRAY_SIZE(names),
			     "is none of write, read and both", &set);
	spec->dirs = 0;
	if (set & (BIT(0) | BIT(2)))
		spec->dirs |= WCBAR_DIR_WRITE;
	if (set & (BIT(1) | BIT(2)))
		spec->dirs |= WCBAR_DIR_READ;
	return ret;
}

static const struct wcbar_key spec_keys[] = {
	WCBAR_KEY_WORDS(method, parse_method),
	WCBAR_KEY_WORDS(map, parse_map),
	WCBAR_KEY_WORDS(dir, parse_dir),
	WCBAR_KEY_WORDS(size, parse_size),
	WCBAR_KEY_WORDS(offset, parse_offset),
	WCBAR_KEY_NUMBER(wcbar_spec, src_offset, 0, MAX_SRC_OFFSET),
	WCBAR_KEY_NUMBER(wcbar_spec, iterations, 0, WCBAR_SPEC_MAX_ITER),
	WCBAR_KEY_NUMBER(wcbar_spec, warmup, 0, WCBAR_SPEC_MAX_WARMUP),
	WCBAR_KEY_NUMBER(wcbar_spec, batch, 0, WCBAR_SPEC_MAX_BATCH),
	WCBAR_KEY_NUMBER(wcbar_spec, time, 0, WCBAR_SPEC_MAX_TIME),
	WCBAR_KEY_NUMBER(wcbar_spec, threads, 1, WCBAR_SPEC_MAX_THREADS),
	WCBAR_KEY_NUMBER(wcbar_spec, cpu, 0, S32_MAX),
	WCBAR_KEY_NUMBER(wcbar_spec, node, 0, S32_MAX),
	WCBAR_KEY_FLAG(wcbar_spec, cold),
	WCBAR_KEY_FLAG(wcbar_spec, verify),
	WCBAR_KEY_FLAG(wcbar_spec, save),
};

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
	struct wcbar_keys keys = {
		.table = spec_keys,
		.nr = ARRAY_SIZE(spec_keys),
		.result = spec,
		.err = err,
	};
	int ret;

	set_defaults(spec);
	ret = wcbar_keys_parse(&keys, text, len);
	return ret ? ret : wcbar_spec_settle(spec, bounds, err);
}
