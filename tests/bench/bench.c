// SPDX-License-Identifier: GPL-2.0
/*
 * Compares our ways of copying to memory with those of others:
 *
 *	bench -o out/bench
 *
 * writes mem.json, mem.svg and report.txt there, and auto.table, which
 * `wcbar mem --auto-load` takes. -s 64,4K and -O 0,1 restrict sizes and
 * offsets, -r and -t set rounds and microseconds of a turn, -c the CPU.
 */
#include <getopt.h>
#include <unistd.h>

#include <sys/stat.h>

#include <wcbar/numbers.h>

#include "mem.h"
#include "mem/team.h"
#include "output/gnuplot.h"
#include "output/outfile.h"
#include "report.h"

#define REGION		(256UL << 20)
#define SIZES		"64,128,256,512,768,1K,2K,4K,16K,64K,1M,4M,32M"
#define OFFSETS		"0,1,8,63"
#define ROUNDS		9
#define BATCH_US	400

static int usage(void)
{
	fputs("bench: called wrongly; it takes -o DIR, -s SIZES, -O OFFSETS,\n"
	      "-r ROUNDS (5 to 63), -t MICROSECONDS, -c CPU\n", stderr);
	return 2;
}

static bool take_list(const char *text, u64 *v, u32 max, u32 *n)
{
	struct wcbar_word w = { text, strlen(text) }, bad;

	return !wcbar_numbers_parse(w, v, max, n, &bad) && *n;
}

static bool take_number(const char *text, u32 min, u32 max, u32 *v)
{
	struct wcbar_word w = { text, strlen(text) };
	u64 n;

	if (wcbar_number_parse(&w, &n) || n < min || n > max)
		return false;
	*v = (u32)n;
	return true;
}

/* A file that is there in full, or not at all; @text belongs to this. */
static int write_file(const char *dir, const char *name, char *text,
		      size_t len, struct error *e)
{
	char *path = mem_printf("%s/%s", dir, name);
	struct outfile out = { 0 };
	int ret;

	ret = outfile_open(&out, path, e);
	if (!ret) {
		fwrite(text, 1, len, out.f);
		ret = outfile_close(&out, e);
	}
	outfile_discard(&out);
	free(path);
	free(text);
	return ret;
}

static int write_printed(const struct bench *b, const char *dir,
			 const char *name,
			 void (*print)(const struct bench *b, FILE *f),
			 struct error *e)
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return error_set(e, -ENOMEM, "out of memory");
	print(b, f);
	fclose(f);
	return write_file(dir, name, text, len, e);
}

static int write_picture(const struct bench *b, const char *dir,
			 struct error *e)
{
	char *script = versus_picture(b), *svg;
	size_t len;
	int ret;

	if (!script)
		return 0;
	ret = gnuplot_draw(script, &svg, &len, e);
	free(script);
	return ret ? ret : write_file(dir, "mem.svg", svg, len, e);
}

static void print_table(const struct bench *b, FILE *f)
{
	static char text[WCBAR_AUTO_TEXT];

	if (wcbar_auto_save(&b->table, text, sizeof(text)) > 0)
		fputs(text, f);
}

static int run(struct bench *b, const char *dir, struct error *e)
{
	u64 longest = MEM_SOURCE;
	u32 i;
	int ret;

	for (i = 0; i < b->nr_sizes; i++)
		longest = max_t(u64, longest, b->sizes[i]);
	for (i = 0; i < b->nr_offsets; i++) {
		if (b->offsets[i] > 4096)
			return error_set(e, -EINVAL,
					 "an offset is larger than 4096");
	}
	if (longest > REGION / 4)
		return error_set(e, -EINVAL,
				 "a size is larger than 64M, a quarter of the region");
	ret = region_anon(&b->region, REGION, true, -1, e);
	/* the blocks of one size lie apart by less than a line */
	if (!ret)
		ret = source_reused(&b->source, longest, e);
	if (ret)
		return ret;
	versus_contenders(b);
	ret = versus_auto(b);
	if (ret)
		return error_set(e, ret, "auto could not be measured: %s",
				 strerror(-ret));
	versus_run(b, true);
	versus_print_report(b, stdout);
	if (!dir)
		return 0;
	mkdir(dir, 0777);
	ret = write_printed(b, dir, "report.txt", versus_print_report, e);
	if (!ret)
		ret = write_printed(b, dir, "mem.json", versus_print_rows, e);
	if (!ret)
		ret = write_printed(b, dir, "auto.table", print_table, e);
	return ret ? ret : write_picture(b, dir, e);
}

int main(int argc, char **argv)
{
	static struct bench b = {
		.rounds = ROUNDS,
		.batch_us = BATCH_US,
	};
	const char *dir = NULL;
	bool good = take_list(SIZES, b.sizes, BENCH_MAX_SIZES - 1,
			      &b.nr_sizes) &&
		    take_list(OFFSETS, b.offsets, BENCH_MAX_OFFSETS,
			      &b.nr_offsets);
	struct error e;
	u32 cpu = 0;
	int opt, ret;

	while (good && (opt = getopt(argc, argv, "o:s:O:r:t:c:")) != -1) {
		switch (opt) {
		case 'o':
			dir = optarg;
			break;
		case 's':
			good = take_list(optarg, b.sizes, BENCH_MAX_SIZES - 1,
					 &b.nr_sizes);
			break;
		case 'O':
			good = take_list(optarg, b.offsets, BENCH_MAX_OFFSETS,
					 &b.nr_offsets);
			break;
		case 'r':
			good = take_number(optarg, 5, BENCH_MAX_ROUNDS,
					   &b.rounds);
			break;
		case 't':
			good = take_number(optarg, 1, 1000000, &b.batch_us);
			break;
		case 'c':
			good = take_number(optarg, 0, 4095, &cpu);
			break;
		default:
			good = false;
		}
	}
	if (!good || optind < argc)
		return usage();
	ret = team_pin((int)cpu, 1, &e);
	if (!ret)
		ret = run(&b, dir, &e);
	if (ret)
		error_print(&e);
	source_close(&b.source);
	region_close(&b.region);
	free(b.cells);
	return ret ? 1 : 0;
}
