// SPDX-License-Identifier: GPL-2.0
/*
 * Quoted-printable files are decoded, and no others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "dump.h"

static void becomes(const char *text, const char *wanted)
{
	char buf[256];
	size_t len = strlen(text);

	assert_true(len < sizeof(buf));
	memcpy(buf, text, len + 1);
	len = quoted_decode(buf, len);
	assert_string_equal(buf, wanted);
	assert_int_equal(len, strlen(wanted));
}

static void decoded(void **state)
{
	(void)state;
	becomes("size=3D64M", "size=64M");
	becomes("a=3D1 write-com=\nbining\n", "a=1 write-combining\n");
	becomes("a=3D1 write-com=\r\nbining\r\n", "a=1 write-combining\r\n");
	becomes("a=3D1=20\n", "a=1 \n");
	/* a header of the mail is no reason to leave the rest alone */
	becomes("charset=utf-8\na=3D1 b=3D2 c=3D3\n",
		"charset=utf-8\na=1 b=2 c=3\n");
	/* cut at the end, and no NUL out of nothing */
	becomes("a=3D1 b=3D2 c=3D3 d=", "a=1 b=2 c=3 d=");
	becomes("a=3D1 b=3D2 c=3D3 d=3", "a=1 b=2 c=3 d=3");
	becomes("a=3D1 b=3D2 c=3D3 d=00", "a=1 b=2 c=3 d=00");
}

static void untouched(void **state)
{
	static const char * const texts[] = {
		"", "=", "plain", "base=0x080000000 size= 2048MB, count=1",
		"BOOT_IMAGE=/vmlinuz root=UUID=3D10-22F0 quiet splash=x",
		"MIIBIjANBgkqhkiG9w0BAQ=\n==\n",
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++)
		becomes(texts[i], texts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decoded),
		cmocka_unit_test(untouched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
