/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Posting descriptors: what to run, and the rows that come out. Module and
 * tool share it. Format: Documentation/ABI/debugfs-wcbar, latency.
 */
#ifndef WCBAR_POST_H
#define WCBAR_POST_H

#include <wcbar/rows.h>
#include <wcbar/spec.h>

#define WCBAR_POST_MAX_SIZES	64
#define WCBAR_POST_MAX_BYTES	4096
#define WCBAR_POST_MAX_TIMEOUT	60000	/* ms */
#define WCBAR_POST_MAX_ROWS	1024
#define WCBAR_POST_NOTE		192	/* bytes */
#define WCBAR_POST_ROW_TEXT	8192	/* bytes that always hold one line */

/* Histogram: 8 buckets an octave from 64 ns on; the ends hold the rest */
#define WCBAR_HIST_FIRST	64	/* ns */
#define WCBAR_HIST_STEPS	8
#define WCBAR_HIST_BUCKETS	(24 * WCBAR_HIST_STEPS)

/* The header lines of a table of rows */
#define WCBAR_POST_MAGIC	"# wcbar-latency/1"
#define WCBAR_POST_COLUMNS						\
	"# columns: post auto map obtained effective bytes lines iterations "	\
	"wait until method card "						\
	"issued_min issued_typical issued_max issued_avg issued_stdev "	\
	"issued_p99 issued_p999 "						\
	"done_min done_typical done_max done_avg done_stdev "			\
	"done_p99 done_p999 "							\
	"taken torn stale twice order lost histogram state note"

/**
 * enum wcbar_post - a way of posting
 * @WCBAR_POST_BF: into a buffer of the card, "bf"
 * @WCBAR_POST_DOORBELL: descriptor and payload in memory, "doorbell"
 * @WCBAR_POST_INLINE: descriptor with the payload in it in memory, "inline"
 * @WCBAR_POST_NUM: how many there are
 */
enum wcbar_post {
	WCBAR_POST_BF,
	WCBAR_POST_DOORBELL,
	WCBAR_POST_INLINE,
	WCBAR_POST_NUM,
};

/**
 * enum wcbar_wait - how the host waits for a completion
 * @WCBAR_WAIT_POLL: reads memory until it is there, "poll"
 * @WCBAR_WAIT_IRQ: sleeps until the card interrupts, "irq"
 */
enum wcbar_wait {
	WCBAR_WAIT_POLL,
	WCBAR_WAIT_IRQ,
};

/**
 * enum wcbar_until - where the second clock stops
 * @WCBAR_UNTIL_COMPLETION: the card's completion was seen, "completion"
 * @WCBAR_UNTIL_READBACK: what was written was read back, "readback": the card
 *	has no interface for descriptors
 */
enum wcbar_until {
	WCBAR_UNTIL_COMPLETION,
	WCBAR_UNTIL_READBACK,
};

/**
 * enum wcbar_post_break - a fault that the driver makes on purpose
 * @WCBAR_BREAK_NONE: none
 * @WCBAR_BREAK_SEQUENCE: the sequence number is written before the payload,
 *	"sequence-first"
 * @WCBAR_BREAK_REPEAT: a descriptor is posted twice, "repeat"
 * @WCBAR_BREAK_SKIP: a sequence number is left out, "skip"
 * @WCBAR_BREAK_STALE: the doorbell is rung before the descriptor is written,
 *	"stale"
 *
 * To see that the card notices; for tests only.
 */
enum wcbar_post_break {
	WCBAR_BREAK_NONE,
	WCBAR_BREAK_SEQUENCE,
	WCBAR_BREAK_REPEAT,
	WCBAR_BREAK_SKIP,
	WCBAR_BREAK_STALE,
};

/**
 * struct wcbar_post_spec - a parsed specification of a latency run
 * @posts: set of ways, bit n is enum wcbar_post
 * @post_auto: the way is chosen by the map, too
 * @nr_maps: number of maps; 0 keeps the current map
 * @maps: requested types in order
 * @nr_sizes: number of sizes
 * @sizes: bytes of a message, 1 to WCBAR_POST_MAX_BYTES
 * @mix: all sizes in turn in one row, instead of a row for each
 * @waits: set of enum wcbar_wait
 * @method: index of the copy method for the card's buffers in wcbar_methods[]
 * @iterations: descriptors of each row
 * @warmup: descriptors before them that are not counted
 * @timeout: ms for one completion
 * @cpu: CPU to run on, -1 leaves it open
 * @broken: a fault on purpose
 */
struct wcbar_post_spec {
	u32 posts;
	bool post_auto;
	u32 nr_maps;
	enum wcbar_memtype maps[WCBAR_SPEC_MAPS];
	u32 nr_sizes;
	u64 sizes[WCBAR_POST_MAX_SIZES];
	bool mix;
	u32 waits;
	u32 method;
	u32 iterations;
	u32 warmup;
	u32 timeout;
	s32 cpu;
	enum wcbar_post_break broken;
};

/**
 * struct wcbar_post_stats - summary of one set of samples, picoseconds
 * @s: as for any row; its median is the typical value
 * @p999: 99.9th percentile by nearest rank
 */
struct wcbar_post_stats {
	struct wcbar_stats s;
	u64 p999;
};

/**
 * struct wcbar_post_row - one combination of way, map, size and wait
 * @post: the way
 * @by_auto: it was chosen by post=auto
 * @map: memory type asked for
 * @obtained: type in the page-table entry
 * @effective: type after the MTRRs
 * @bytes: message, bytes; 0 for all sizes in turn
 * @lines: lines of 64 bytes of the largest descriptor
 * @iterations: descriptors counted
 * @wait: how the completion was waited for
 * @until: where the second clock stopped
 * @method: copy method into the card's buffers; "-" for the other ways
 * @card: "own" when the card polled on a CPU of its own, "shared" when it
 *	had to yield, "hardware", or "-" without an interface
 * @issued: from the first store to the last fence or the doorbell
 * @done: from the first store to what @until says: the whole round trip
 * @taken: descriptors that the card says it took, with warm-up
 * @torn: counters of the card, see enum wcbar_card_counter
 * @stale: likewise
 * @twice: likewise
 * @order: likewise
 * @lost: posted but never completed
 * @hist: number of @done samples by bucket, see wcbar_hist_bucket()
 * @failed: the row ended with an error, @note says which
 * @skipped: the row did not run, @note says why
 * @note: a sentence: that, or why auto chose so; else empty
 */
struct wcbar_post_row {
	enum wcbar_post post;
	bool by_auto;
	enum wcbar_memtype map;
	enum wcbar_memtype obtained;
	enum wcbar_memtype effective;
	u32 bytes;
	u32 lines;
	u32 iterations;
	enum wcbar_wait wait;
	enum wcbar_until until;
	char method[WCBAR_ROW_NAME];
	char card[12];
	struct wcbar_post_stats issued;
	struct wcbar_post_stats done;
	u64 taken;
	u64 torn;
	u64 stale;
	u64 twice;
	u64 order;
	u64 lost;
	u32 hist[WCBAR_HIST_BUCKETS];
	bool failed;
	bool skipped;
	char note[WCBAR_POST_NOTE];
};

const char *wcbar_post_name(enum wcbar_post post);
const char *wcbar_wait_name(enum wcbar_wait wait);
int wcbar_post_parse(const char *text, size_t len,
		     struct wcbar_post_spec *spec, char err[WCBAR_SPEC_ERR]);
u32 wcbar_post_rows(const struct wcbar_post_spec *spec);
u32 wcbar_hist_bucket(u64 ns);
u64 wcbar_hist_lower(u32 bucket);
void wcbar_hist_add(u32 *hist, const u64 *ps, size_t n);
int wcbar_post_format(const struct wcbar_post_row *row, char *buf, size_t len);
int wcbar_post_row_parse(const char *line, size_t len,
			 struct wcbar_post_row *row);

#endif /* WCBAR_POST_H */
