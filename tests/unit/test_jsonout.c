// SPDX-License-Identifier: GPL-2.0
/*
 * Strings of a JSON document: whatever is quoted, the document is UTF-8.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "output/jsonout.h"

#include <string.h>

#define BAD	"\xef\xbf\xbd"

static void becomes(const char *text, const char *wanted)
{
	struct json_object *o = json_object_new_object(), *v;

	json_put_text(o, "t", text);
	assert_true(json_object_object_get_ex(o, "t", &v));
	assert_string_equal(json_object_get_string(v), wanted);
	json_object_put(o);
}

static void characters(void **state)
{
	(void)state;
	becomes("", "");
	becomes("plain", "plain");
	becomes("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
		"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}

static void bytes(void **state)
{
	(void)state;
	becomes("caf\xe9", "caf" BAD);
	becomes("\xff\xfe" "a", BAD BAD "a");
	/* cut in the middle, by the end or by another character */
	becomes("\xe2\x82", BAD BAD);
	becomes("\xe2\x82" "a", BAD BAD "a");
	/* longer than it need be, half of a pair, beyond the last one */
	becomes("\xc0\xaf", BAD BAD);
	becomes("\xed\xa0\x80", BAD BAD BAD);
	becomes("\xf4\x90\x80\x80", BAD BAD BAD BAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(characters),
		cmocka_unit_test(bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
