// SPDX-License-Identifier: GPL-2.0
/*
 * Quantities as people read them.
 */
#include "output/units.h"

/* The largest unit that divides @bytes; an odd size stays a number of bytes */
static u64 whole_units(u64 bytes, unsigned int *unit)
{
	for (*unit = 0; *unit < 4 && bytes && !(bytes % 1024); (*unit)++)
		bytes /= 1024;
	return bytes;
}

/**
 * text_bytes - an amount of memory: "256 B", "64 MiB"
 * @bytes: the amount
 * @buf: where to
 *
 * Never rounded: 4097 is "4097 B".
 *
 * Return: @buf.
 */
const char *text_bytes(u64 bytes, char buf[TEXT_QUANTITY])
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	unsigned int unit;
	u64 n = whole_units(bytes, &unit);

	snprintf(buf, TEXT_QUANTITY, "%llu %s", n, units[unit]);
	return buf;
}

/**
 * text_size - a size as a specification takes it: "64", "4K", "32M"
 * @bytes: the size
 * @buf: where to
 *
 * Return: @buf.
 */
const char *text_size(u64 bytes, char buf[TEXT_QUANTITY])
{
	static const char *const units[] = { "", "K", "M", "G" };
	unsigned int unit;
	u64 n = whole_units(bytes, &unit);

	if (unit == 4) {
		unit = 3;
		n *= 1024;
	}
	snprintf(buf, TEXT_QUANTITY, "%llu%s", n, units[unit]);
	return buf;
}

/* @v in units of 1/@one, with four digits that matter */
static void put_scaled(u64 v, u64 one, const char *unit, char *buf)
{
	double x = (double)v / (double)one;
	int decimals = x < 9.9995 ? 3 : x < 99.995 ? 2 : x < 999.95 ? 1 : 0;

	snprintf(buf, TEXT_QUANTITY, "%.*f%s%s", decimals, x,
		 unit[0] ? " " : "", unit);
}

/**
 * text_time - a time with its unit: "13.04 ns", "6.837 ms"
 * @ps: picoseconds
 * @buf: where to
 *
 * Return: @buf.
 */
const char *text_time(u64 ps, char buf[TEXT_QUANTITY])
{
	static const struct {
		u64 ps;
		const char *unit;
	} units[] = {
		{ 1000000000000ULL, "s" },
		{ 1000000000ULL, "ms" },
		{ 1000000ULL, "us" },
		{ 1000ULL, "ns" },
	};
	unsigned int i = 0;

	while (i < ARRAY_SIZE(units) - 1 && ps < units[i].ps)
		i++;
	put_scaled(ps, units[i].ps, units[i].unit, buf);
	return buf;
}

/**
 * text_rate - a rate in GB/s without the unit: "4.908"
 * @mbps: 10^6 bytes a second
 * @buf: where to
 *
 * Return: @buf.
 */
const char *text_rate(u64 mbps, char buf[TEXT_QUANTITY])
{
	snprintf(buf, TEXT_QUANTITY, "%llu.%03llu", mbps / 1000, mbps % 1000);
	return buf;
}
