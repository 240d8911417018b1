// SPDX-License-Identifier: GPL-2.0
/*
 * The plugin's options.
 */
#include <ctype.h>
#include <errno.h>

#include "options.h"

#define SMALLEST	(16 * 1024)
#define DEFAULT_MAX	(1024ULL * 1024 * 1024)

/**
 * options_wrong() - says what is wrong
 * @what: is wrong
 * @option: with which option
 *
 * Return: -1, for qemu_plugin_install()
 */
int options_wrong(const char *what, const char *option)
{
	fprintf(stderr, "storetrace: %s: %s\n", option, what);
	return -1;
}

/* a number, perhaps with K, M or G; whether it is one */
static bool number(const char *text, u64 *value)
{
	static const char units[] = "kmg";
	const char *unit;
	unsigned int shift;
	char *end;

	/* strtoull() takes blanks and signs, too */
	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, 0);
	if (errno)
		return false;
	if (!*end)
		return true;
	unit = strchr(units, *end | 0x20);
	if (!unit || end[1])
		return false;
	shift = 10 * (unit - units + 1);
	if (*value > U64_MAX >> shift)
		return false;
	*value <<= shift;
	return true;
}

static int one(struct options *o, const char *text)
{
	const char *value = strchr(text, '=');

	if (!value)
		return options_wrong("an option is NAME=VALUE", text);
	value++;
	if (!strncmp(text, "out=", 4)) {
		o->file = value;
		return *value ? 0 : options_wrong("a file has a name", text);
	}
	if (!strncmp(text, "lo=", 3))
		return number(value, &o->lo) ? 0 : options_wrong("not a number", text);
	if (!strncmp(text, "hi=", 3))
		return number(value, &o->hi) ? 0 : options_wrong("not a number", text);
	if (!strncmp(text, "max=", 4)) {
		if (!number(value, &o->max))
			return options_wrong("not a size", text);
		return !o->max || o->max >= SMALLEST ?
			0 : options_wrong("16K is the least", text);
	}
	if (!strcmp(text, "loads=on") || !strcmp(text, "loads=off")) {
		o->loads = !strcmp(value, "on");
		return 0;
	}
	if (!strcmp(text, "start=now") || !strcmp(text, "start=mark")) {
		o->now = !strcmp(value, "now");
		return 0;
	}
	return options_wrong("there is no such option; there are out=FILE lo= hi= max=SIZE loads=on|off start=now|mark",
		     text);
}

/**
 * options_parse() - reads the options
 * @o: set
 * @argc: number of options
 * @argv: each NAME=VALUE; what they name has to stay
 *
 * Return: 0, or -1 after saying what is wrong
 */
int options_parse(struct options *o, int argc, char **argv)
{
	int i;

	*o = (struct options){ .max = DEFAULT_MAX };
	for (i = 0; i < argc; i++)
		if (one(o, argv[i]))
			return -1;
	if (!o->file)
		return options_wrong("where to? give out=FILE", "out=");
	if ((o->lo || o->hi) && o->lo >= o->hi)
		return options_wrong("has to be above lo=, and is exclusive",
				     "hi=");
	if (o->now && !o->hi)
		return options_wrong("needs lo= and hi=", "start=now");
	return 0;
}
