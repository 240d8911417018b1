// SPDX-License-Identifier: GPL-2.0
/*
 * Values of options. Each returns -1 to go on, or the status to exit with
 * having said what is wrong.
 */
#include "optvalue.h"

#include <wcbar/numbers.h>

#include "error.h"

/**
 * optvalue_u64 - a number
 * @o: the option
 * @min: the smallest that is right
 * @max: the largest
 * @v: the number
 *
 * Return: -1 to go on, or the status to exit with.
 */
int optvalue_u64(const struct optvalue *o, u64 min, u64 max, u64 *v)
{
	struct wcbar_word w = { o->text, strlen(o->text) };
	const char *wrong = wcbar_number_parse(&w, v);

	if (wrong)
		return usage_error(o->command, "--%s: '%s' %s", o->option,
				   o->text, wrong);
	if (*v < min || *v > max)
		return usage_error(o->command,
				   "--%s: '%s' is not from %llu to %llu",
				   o->option, o->text, min, max);
	return -1;
}

/**
 * optvalue_u32 - a number of 32 bits
 * @o: the option
 * @min: the smallest that is right
 * @max: the largest
 * @v: the number
 *
 * Return: -1 to go on, or the status to exit with.
 */
int optvalue_u32(const struct optvalue *o, u32 min, u32 max, u32 *v)
{
	u64 n = 0;
	int status = optvalue_u64(o, min, max, &n);

	*v = (u32)n;
	return status;
}

/**
 * optvalue_list - a list of numbers and ranges
 * @o: the option
 * @v: room for the numbers
 * @room: how many fit
 * @n: how many there are
 * @min: the smallest that is right
 * @max: the largest
 *
 * Return: -1 to go on, or the status to exit with.
 */
int optvalue_list(const struct optvalue *o, u64 *v, u32 room, u32 *n, u64 min,
		  u64 max)
{
	struct wcbar_word w = { o->text, strlen(o->text) }, bad = { "", 0 };
	const char *wrong = wcbar_numbers_parse(w, v, room, n, &bad);
	u32 i;

	if (wrong)
		return usage_error(o->command, "--%s: '%.*s' %s", o->option,
				   (int)bad.len, bad.p, wrong);
	for (i = 0; i < *n; i++) {
		if (v[i] < min || v[i] > max)
			return usage_error(o->command,
					   "--%s: %llu is not from %llu to %llu",
					   o->option, v[i], min, max);
	}
	return -1;
}

/**
 * optvalue_choice - one of two words
 * @o: the option
 * @no: the word for false
 * @yes: the word for true
 * @value: which it is
 *
 * Return: -1 to go on, or the status to exit with.
 */
int optvalue_choice(const struct optvalue *o, const char *no, const char *yes,
		    bool *value)
{
	*value = !strcmp(o->text, yes);
	if (*value || !strcmp(o->text, no))
		return -1;
	return usage_error(o->command, "--%s takes %s or %s, not '%s'",
			   o->option, no, yes, o->text);
}
