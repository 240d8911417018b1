// SPDX-License-Identifier: GPL-2.0
/*
 * The specification of a latency run, for example
 *
 *	post=bf,doorbell map=wc,uc size=2..4096 iterations=100000 wait=poll,irq
 *
 * Grammar: Documentation/ABI/debugfs-wcbar.
 */
#include <wcbar/keys.h>
#include <wcbar/post.h>

#define DEFAULT_ITERATIONS	1000
#define DEFAULT_WARMUP		10
#define DEFAULT_TIMEOUT		1000	/* ms */
#define DEFAULT_METHOD		"movnti"

/* The ways in the order of enum wcbar_post, and then auto */
static const char *const post_names[] = { "bf", "doorbell", "inline", "auto" };
#define POST_ALL	(BIT(WCBAR_POST_NUM) - 1)

static const char *const wait_names[] = { "poll", "irq" };

/* In the order of enum wcbar_post_break, but for the first */
static const char *const break_names[] = {
	"sequence-first", "repeat", "skip", "stale",
};

/**
 * wcbar_post_name - a way of posting as specifications and rows write it
 * @post: the way
 *
 * Return: its name, "?" for none.
 */
const char *wcbar_post_name(enum wcbar_post post)
{
	return post < WCBAR_POST_NUM ? post_names[post] : "?";
}

/**
 * wcbar_wait_name - a way of waiting as specifications and rows write it
 * @wait: the way
 *
 * Return: its name.
 */
const char *wcbar_wait_name(enum wcbar_wait wait)
{
	return wait_names[wait == WCBAR_WAIT_IRQ];
}

static int parse_post(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;
	u32 set;
	int ret;

	ret = wcbar_keys_set(keys, value, post_names, ARRAY_SIZE(post_names),
			     "is none of bf, doorbell, inline and auto", &set);
	spec->posts = set & (u32)POST_ALL;
	spec->post_auto = set & BIT(WCBAR_POST_NUM);
	return ret;
}

static int parse_map(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;

	return wcbar_keys_maps(keys, value, spec->maps, &spec->nr_maps);
}

static int parse_size(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;
	u32 i;
	int ret;

	ret = wcbar_keys_sizes(keys, value, spec->sizes, WCBAR_POST_MAX_SIZES,
			       &spec->nr_sizes);
	for (i = 0; !ret && i < spec->nr_sizes; i++) {
		if (spec->sizes[i] > WCBAR_POST_MAX_BYTES)
			ret = wcbar_keys_fail(keys,
					      "size: %llu is more than %u",
					      spec->sizes[i],
					      WCBAR_POST_MAX_BYTES);
	}
	return ret;
}

static int parse_wait(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;

	return wcbar_keys_set(keys, value, wait_names, ARRAY_SIZE(wait_names),
			      "is none of poll and irq", &spec->waits);
}

static int parse_method(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;
	int ret;

	ret = wcbar_keys_method(keys, &value, &spec->method);
	if (!ret && wcbar_methods[spec->method]->dir != WCBAR_WRITE)
		ret = wcbar_keys_wrong(keys, &value, "is no method to write");
	return ret;
}

static int parse_break(struct wcbar_keys *keys, struct wcbar_word value)
{
	struct wcbar_post_spec *spec = keys->result;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(break_names); i++) {
		if (wcbar_word_is(&value, break_names[i])) {
			spec->broken = (enum wcbar_post_break)(i + 1);
			return 0;
		}
	}
	return wcbar_keys_wrong(keys, &value,
				"is none of sequence-first, repeat, skip and stale");
}

static const struct wcbar_key post_keys[] = {
	WCBAR_KEY_WORDS(post, parse_post),
	WCBAR_KEY_WORDS(map, parse_map),
	WCBAR_KEY_WORDS(size, parse_size),
	WCBAR_KEY_WORDS(wait, parse_wait),
	WCBAR_KEY_WORDS(method, parse_method),
	WCBAR_KEY_WORDS(break, parse_break),
	WCBAR_KEY_FLAG(wcbar_post_spec, mix),
	WCBAR_KEY_NUMBER(wcbar_post_spec, iterations, 1, WCBAR_SPEC_MAX_ITER),
	WCBAR_KEY_NUMBER(wcbar_post_spec, warmup, 0, WCBAR_SPEC_MAX_WARMUP),
	WCBAR_KEY_NUMBER(wcbar_post_spec, timeout, 1, WCBAR_POST_MAX_TIMEOUT),
	WCBAR_KEY_NUMBER(wcbar_post_spec, cpu, 0, S32_MAX),
};

static u32 default_method(void)
{
	const struct wcbar_method *m;
	u32 i;

	m = wcbar_method_find(DEFAULT_METHOD, strlen(DEFAULT_METHOD));
	for (i = 0; i < wcbar_nr_methods; i++) {
		if (wcbar_methods[i] == m)
			return i;
	}
	/* a machine that has none writes with the first method there is */
	for (i = 0; i + 1 < wcbar_nr_methods; i++) {
		if (wcbar_methods[i]->dir == WCBAR_WRITE)
			break;
	}
	return i;
}

/* The sizes of the published tables that this one is to be laid beside */
static void set_defaults(struct wcbar_post_spec *spec)
{
	u64 size;

	memset(spec, 0, sizeof(*spec));
	spec->posts = (u32)POST_ALL;
	for (size = 2; size <= 128; size *= 2)
		spec->sizes[spec->nr_sizes++] = size;
	spec->waits = (u32)BIT(WCBAR_WAIT_POLL);
	spec->method = default_method();
	spec->iterations = DEFAULT_ITERATIONS;
	spec->warmup = DEFAULT_WARMUP;
	spec->timeout = DEFAULT_TIMEOUT;
	spec->cpu = -1;
}

static u32 count(u32 set)
{
	u32 n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/**
 * wcbar_post_rows - how many rows a specification asks for
 * @spec: the specification
 *
 * Return: a row for each map, way (auto is one more), size and wait; mix=1
 * makes all sizes one.
 */
u32 wcbar_post_rows(const struct wcbar_post_spec *spec)
{
	return max_t(u32, spec->nr_maps, 1) *
	       (count(spec->posts) + spec->post_auto) *
	       (spec->mix ? 1 : spec->nr_sizes) * count(spec->waits);
}

/**
 * wcbar_post_parse - parse and check the specification of a latency run
 * @text: the text, not terminated
 * @len: its length in bytes
 * @spec: the result, of no use after an error
 * @err: one sentence, without a full stop, naming the wrong word; empty when
 *	there is no error
 *
 * Return: 0; -EINVAL with the word named in @err; -E2BIG for a text of more
 * than WCBAR_SPEC_MAX_TEXT bytes.
 */
int wcbar_post_parse(const char *text, size_t len,
		     struct wcbar_post_spec *spec, char err[WCBAR_SPEC_ERR])
{
	struct wcbar_keys keys = {
		.table = post_keys,
		.nr = ARRAY_SIZE(post_keys),
		.result = spec,
		.err = err,
	};
	u32 rows;
	int ret;

	set_defaults(spec);
	ret = wcbar_keys_parse(&keys, text, len);
	if (ret)
		return ret;
	rows = wcbar_post_rows(spec);
	if (rows > WCBAR_POST_MAX_ROWS)
		return wcbar_keys_fail(&keys, "%u rows are more than %u", rows,
				       WCBAR_POST_MAX_ROWS);
	if (spec->broken == WCBAR_BREAK_STALE &&
	    (spec->posts & BIT(WCBAR_POST_BF) || spec->post_auto))
		return wcbar_keys_fail(&keys,
				       "break: stale is of a doorbell, so post= has to be doorbell or inline");
	return 0;
}
