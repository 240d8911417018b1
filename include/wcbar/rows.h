/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of results, and its form as one line of text.
 *
 * What a person reads in debugfs is what the tool parses, so both sides use
 * this one definition. Format: Documentation/ABI/debugfs-wcbar.
 */
#ifndef WCBAR_ROWS_H
#define WCBAR_ROWS_H

#include <wcbar/copy.h>
#include <wcbar/stats.h>
#include <wcbar/types.h>

#define WCBAR_ROWS_VERSION	1
#define WCBAR_ROW_TEXT		640	/* bytes that always hold one line */
#define WCBAR_ROW_REASON	192
#define WCBAR_ROW_NAME		24

/* The header lines of a table of rows, each ended by a newline */
#define WCBAR_ROWS_MAGIC	"# wcbar-rows/1"
#define WCBAR_ROWS_COLUMNS						\
	"# columns: method map obtained effective dir size offset threads "	\
	"iterations "								\
	"issued_min issued_median issued_p99 issued_max issued_mean "		\
	"issued_stdev "								\
	"arrived_min arrived_median arrived_p99 arrived_max arrived_mean "	\
	"arrived_stdev "							\
	"gbps ns_per_64b verified skipped"

/**
 * enum wcbar_verified - outcome of verification
 * @WCBAR_VERIFY_NONE: not asked for, or the row did not run; text "-"
 * @WCBAR_VERIFY_OK: range right and guard regions untouched; text "yes"
 * @WCBAR_VERIFY_BAD: a byte differs; text "no"
 */
enum wcbar_verified {
	WCBAR_VERIFY_NONE,
	WCBAR_VERIFY_OK,
	WCBAR_VERIFY_BAD,
};

/**
 * struct wcbar_row - one combination of method, map, size and offset
 * @method: name of the method
 * @map: memory type asked for
 * @obtained: type in the page-table entry
 * @effective: type after the MTRRs
 * @dir: direction
 * @size: bytes of one operation
 * @offset: offset in the window, bytes
 * @threads: copying threads
 * @iterations: timed operations of each thread; 0 in a skipped row
 * @issued: until the stores were fenced, per operation
 * @arrived: until the last word was read back through the aperture; equals
 *	@issued for reads, whose data has arrived when the load is done
 * @verified: outcome of verification
 * @skipped: empty, or why the row did not run
 *
 * gbps (10^9 bytes a second) and ns_per_64b are those of all threads together,
 * derived from wcbar_row_bytes() and the issued median when the row is
 * printed.
 */
struct wcbar_row {
	char method[WCBAR_ROW_NAME];
	enum wcbar_memtype map;
	enum wcbar_memtype obtained;
	enum wcbar_memtype effective;
	enum wcbar_dir dir;
	u64 size;
	u64 offset;
	u32 threads;
	u32 iterations;
	struct wcbar_stats issued;
	struct wcbar_stats arrived;
	enum wcbar_verified verified;
	char skipped[WCBAR_ROW_REASON];
};

/**
 * wcbar_row_bytes() - what is copied in the time of one operation
 * @row: the row
 *
 * Return: bytes of all threads together.
 */
static inline u64 wcbar_row_bytes(const struct wcbar_row *row)
{
	return row->size * max_t(u32, row->threads, 1);
}

int wcbar_row_format(const struct wcbar_row *row, char *buf, size_t len);
int wcbar_row_parse(const char *line, size_t len, struct wcbar_row *row);

#endif /* WCBAR_ROWS_H */
