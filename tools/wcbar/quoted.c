// SPDX-License-Identifier: GPL-2.0
/*
 * Quoted-printable text, as mail programs save it: =3D for an equals sign, and
 * a = at the end of a line that goes on in the next one.
 */
#include "dump.h"

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Length of the escape at an equals sign, 0 when it is none; *c for what. */
static size_t escape(const char *p, size_t len, char *c)
{
	*c = '\0';
	if (len > 1 && p[1] == '\n')
		return 2;
	if (len > 2 && p[1] == '\r' && p[2] == '\n')
		return 3;
	if (len < 3 || hex_digit(p[1]) < 0 || hex_digit(p[2]) < 0)
		return 0;
	*c = (char)(hex_digit(p[1]) << 4 | hex_digit(p[2]));
	return *c ? 3 : 0;
}

/* Text that was mailed so has hardly an equals sign that is no escape. */
static bool is_quoted(const char *data, size_t len)
{
	size_t i, escapes = 0, equals = 0, all = 0;
	char c;

	for (i = 0; i < len; i++) {
		if (data[i] != '=')
			continue;
		all++;
		if (!escape(data + i, len - i, &c))
			continue;
		escapes++;
		equals += c == '=';
	}
	return equals && 4 * escapes >= 3 * all;
}

/**
 * quoted_decode - decode a file if it is quoted-printable
 * @data: its content, terminated; changed in place
 * @len: its length, bytes
 *
 * Return: the length afterwards.
 */
size_t quoted_decode(char *data, size_t len)
{
	size_t i, n = 0, step;
	char c;

	if (!is_quoted(data, len))
		return len;
	for (i = 0; i < len; i += step) {
		step = data[i] == '=' ? escape(data + i, len - i, &c) : 0;
		if (!step) {
			c = data[i];
			step = 1;
		}
		if (c)
			data[n++] = c;
	}
	data[n] = '\0';
	return n;
}
