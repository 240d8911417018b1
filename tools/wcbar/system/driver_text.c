// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver's info and methods files say.
 */
#include <wcbar/numbers.h>

#include "mem.h"
#include "system/driver.h"

#define INFO_MAGIC	"# wcbar-info/1"
#define METHODS_MAGIC	"# wcbar-methods/1"

/* The first line names the format; another version is another language */
static int check_magic(struct wcbar_word *text, const char *magic,
		       const char *file, struct error *e)
{
	struct wcbar_word line;

	if (wcbar_word_cut(text, '\n', &line) && wcbar_word_is(&line, magic))
		return 0;
	return error_set(e, -EPROTO,
			 "the %s file does not begin with '%s'; the module is of another version than this tool",
			 file, magic);
}

/**
 * driver_info_parse - take the info file apart
 * @text: its content
 * @len: its length
 * @info: the facts, which the caller frees, also after an error
 * @e: what went wrong
 *
 * Return: 0, or -EPROTO where it is not what the tool understands.
 */
int driver_info_parse(const char *text, size_t len, struct facts *info,
		      struct error *e)
{
	struct wcbar_word rest = { text, len }, line;
	unsigned int nr = 1;
	int ret;

	info->list = NULL;
	info->nr = 0;
	ret = check_magic(&rest, INFO_MAGIC, "info", e);
	if (ret)
		return ret;
	while (wcbar_word_cut(&rest, '\n', &line)) {
		struct wcbar_word key, value = line;
		char *k, *v;

		nr++;
		if (!line.len || line.p[0] == '#')
			continue;
		wcbar_word_cut(&value, ':', &key);
		if (!value.p || !key.len)
			return error_set(e, -EPROTO,
					 "line %u of the info file is not 'key: value'",
					 nr);
		while (value.len && value.p[0] == ' ') {
			value.p++;
			value.len--;
		}
		k = mem_copy(key.p, key.len);
		v = mem_copy(value.p, value.len);
		facts_set(info, k, v);
		free(k);
		free(v);
	}
	return 0;
}

/**
 * driver_info - read what the driver knows of a card
 * @address: the card
 * @info: the facts, which the caller frees, also after an error
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int driver_info(const char *address, struct facts *info, struct error *e)
{
	char *text;
	size_t len;
	int ret;

	info->list = NULL;
	info->nr = 0;
	ret = driver_read(address, "info", &text, &len, e);
	if (ret)
		return ret;
	ret = driver_info_parse(text, len, info, e);
	free(text);
	return ret;
}

/* The next word of a line of columns; empty at its end */
static struct wcbar_word column(struct wcbar_word *line)
{
	struct wcbar_word w;

	while (line->len && line->p[0] == ' ') {
		line->p++;
		line->len--;
	}
	if (!wcbar_word_cut(line, ' ', &w)) {
		w.p = "";
		w.len = 0;
	}
	return w;
}

static bool parse_method(struct wcbar_word line, struct driver_method *m)
{
	struct wcbar_word name = column(&line);
	struct wcbar_word dir = column(&line);
	struct wcbar_word width = column(&line);
	struct wcbar_word usable = column(&line);
	struct wcbar_word needs = column(&line);

	memset(m, 0, sizeof(*m));
	if (!needs.len || wcbar_number_parse(&width, &m->width) ||
	    (!wcbar_word_is(&dir, "write") && !wcbar_word_is(&dir, "read")) ||
	    (!wcbar_word_is(&usable, "yes") && !wcbar_word_is(&usable, "no")))
		return false;
	m->usable = wcbar_word_is(&usable, "yes");
	m->name = mem_copy(name.p, name.len);
	m->dir = mem_copy(dir.p, dir.len);
	m->needs = mem_copy(needs.p, needs.len);
	while (line.len && line.p[0] == ' ') {
		line.p++;
		line.len--;
	}
	m->note = mem_copy(line.p ? line.p : "", line.len);
	return true;
}

/**
 * driver_methods_parse - take the methods file apart
 * @text: its content
 * @len: its length
 * @methods: its lines, for driver_methods_free(), also after an error
 * @e: what went wrong
 *
 * Return: 0, or -EPROTO where it is not what the tool understands.
 */
int driver_methods_parse(const char *text, size_t len,
			 struct driver_methods *methods, struct error *e)
{
	struct wcbar_word rest = { text, len }, line;
	unsigned int nr = 1;
	int ret;

	methods->list = NULL;
	methods->nr = 0;
	ret = check_magic(&rest, METHODS_MAGIC, "methods", e);
	if (ret)
		return ret;
	while (wcbar_word_cut(&rest, '\n', &line)) {
		struct driver_method m;

		nr++;
		if (!line.len || line.p[0] == '#')
			continue;
		if (!parse_method(line, &m))
			return error_set(e, -EPROTO,
					 "line %u of the methods file is not a method",
					 nr);
		methods->list = mem_grow(methods->list, methods->nr + 1,
					 sizeof(*methods->list));
		methods->list[methods->nr++] = m;
	}
	return 0;
}

/**
 * driver_methods - read which copy methods a card's driver has
 * @address: the card
 * @methods: the methods, for driver_methods_free(), also after an error
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int driver_methods(const char *address, struct driver_methods *methods,
		   struct error *e)
{
	char *text;
	size_t len;
	int ret;

	methods->list = NULL;
	methods->nr = 0;
	ret = driver_read(address, "methods", &text, &len, e);
	if (ret)
		return ret;
	ret = driver_methods_parse(text, len, methods, e);
	free(text);
	return ret;
}

/**
 * driver_methods_free - throw the methods away
 * @methods: the methods
 */
void driver_methods_free(struct driver_methods *methods)
{
	size_t i;

	for (i = 0; i < methods->nr; i++) {
		free(methods->list[i].name);
		free(methods->list[i].dir);
		free(methods->list[i].needs);
		free(methods->list[i].note);
	}
	free(methods->list);
	methods->list = NULL;
	methods->nr = 0;
}
