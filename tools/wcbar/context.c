// SPDX-License-Identifier: GPL-2.0
/*
 * The context of rows: where and how they came to be.
 */
#include "context.h"

#include <time.h>

#include <wcbar/version.h>

#include "mem.h"

/**
 * context_header - take what a line of a file of rows says
 * @context: the context
 * @line: a line that begins with '#'; one with another key is for later
 *	versions
 */
void context_header(struct facts *context, const struct wcbar_word *line)
{
	static const char *const keys[] = {
		"state", "error", "planned", "spec", "time", "interface",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		char head[16], *value;
		size_t len;

		snprintf(head, sizeof(head), "# %s: ", keys[i]);
		len = strlen(head);
		if (line->len < len || memcmp(line->p, head, len))
			continue;
		value = mem_copy(line->p + len, line->len - len);
		facts_set(context, keys[i], value);
		free(value);
	}
}

/**
 * context_now - say when the rows came to be, and by which wcbar
 * @context: the context
 */
void context_now(struct facts *context)
{
	time_t now = time(NULL);
	char date[32];
	struct tm tm;

	if (gmtime_r(&now, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm))
		facts_set(context, "date", date);
	facts_set(context, "wcbar", WCBAR_VERSION);
}

/**
 * context_describe - say where the rows came to be
 * @context: the context
 * @info: what the driver says of the card and the machine
 */
void context_describe(struct facts *context, const struct facts *info)
{
	static const struct {
		const char *key;
		const char *from;
	} keys[] = {
		{ "kernel", "kernel" },
		{ "cpu", "cpu" },
		{ "hypervisor", "hypervisor" },
		{ "accel", "accel" },
		{ "bdf", "bdf" },
		{ "id", "id" },
		{ "card", "card" },
		{ "test_card", "test_card" },
		{ "link", "link" },
		{ "numa_node", "numa_node" },
		{ "pat", "pat.slots" },
		{ "pat_enabled", "pat.enabled" },
		{ "mtrr_enabled", "mtrr.enabled" },
		{ "aperture_bar", "aperture.bar" },
		{ "aperture_start", "aperture.start" },
		{ "aperture_size", "aperture.size" },
		{ "window", "aperture.window" },
		{ "driver_version", "driver_version" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *value = facts_get(info, keys[i].from);

		if (value)
			facts_set(context, keys[i].key, value);
	}
	context_now(context);
}

/**
 * context_emulated - whether the rows tell nothing about speed
 * @context: the context
 *
 * Return: true where the CPU is emulated, which ignores memory types, or the
 * card is, whose aperture then is ordinary memory of the host.
 */
bool context_emulated(const struct facts *context)
{
	const char *test_card = facts_or(context, "test_card", "0");

	return !strcmp(facts_or(context, "accel", ""), "tcg") ||
	       !strcmp(facts_or(context, "id", ""), "1af4:1110") ||
	       (strcmp(test_card, "0") && strcmp(test_card, "false"));
}
