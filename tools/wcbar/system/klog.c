// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of the kernel log: walks over the lines, takes time stamps and other
 * prefixes off, joins lines that were wrapped, and asks the tables of rules in
 * klog_pat.c, klog_pci.c, klog_boot.c and klog_module.c.
 */
#include "system/klog.h"

#include <ctype.h>

#include "mem.h"

#define JOIN_MAX	3	/* lines that one message may have been wrapped to */

static const struct klog_rule * const tables[] = {
	klog_pat_rules,
	klog_boot_rules,
	klog_pci_rules,
	klog_module_rules,
};

/* What stands in brackets at the front: a time, a date, or a task's mark. */
static bool is_stamp(struct text t)
{
	static const char * const days[] = {
		"Mon ", "Tue ", "Wed ", "Thu ", "Fri ", "Sat ", "Sun ",
	};
	unsigned int i;

	text_blanks(&t);
	if (!t.len)
		return false;
	if (isdigit((unsigned char)*t.p) || *t.p == '+')
		return true;
	if ((*t.p == 'T' || *t.p == 'C') && t.len > 1 &&
	    isdigit((unsigned char)t.p[1]))
		return true;
	for (i = 0; i < ARRAY_SIZE(days); i++)
		if (text_begins(t, days[i]))
			return true;
	return false;
}

/* "2024-05-11T08:01:02,345678+02:00 ", as dmesg --time-format iso prints it */
static bool skip_iso_time(struct text *t)
{
	static const char shape[] = "dddd-dd-ddTdd:dd:dd";
	struct text at = *t;
	struct text word = text_word(&at);
	size_t i;

	if (word.len < sizeof(shape) - 1 || !at.len)
		return false;
	for (i = 0; shape[i]; i++)
		if (shape[i] == 'd' ? !isdigit((unsigned char)word.p[i]) :
				      word.p[i] != shape[i])
			return false;
	*t = at;
	return true;
}

/* One piece of prefix: "<6>", "[ 1.2]", "6,123,456,-;", "kernel:", "> " */
static bool skip_prefix(struct text *t)
{
	struct text at = *t, in;
	u64 number;

	if (skip_iso_time(t))
		return true;
	if (text_skip(&at, "> ") || text_skip(&at, "kernel: ") ||
	    text_skip(&at, "kernel:")) {
		*t = at;
		return true;
	}
	if (text_skip(&at, "<") && text_dec(&at, &number) &&
	    text_skip(&at, ">")) {
		*t = at;
		return true;
	}
	at = *t;
	if (text_skip(&at, "[")) {
		in = text_until(&at, "]");
		if (is_stamp(in) && text_skip(&at, "]")) {
			text_skip(&at, ":");
			*t = at;
			return true;
		}
	}
	at = *t;
	if (text_dec(&at, &number) && text_skip(&at, ",") &&
	    text_dec(&at, &number) && text_skip(&at, ",") &&
	    text_after(&at, ";")) {
		*t = at;
		return true;
	}
	/* "host kernel: ", as journalctl prints it behind a time of its own */
	at = *t;
	if (text_word(&at).len < 64 && text_skip(&at, " kernel: ")) {
		*t = at;
		return true;
	}
	at = *t;
	if (text_skip(&at, "kern") && at.len && (*at.p == ' ' || *at.p == ':') &&
	    text_after(&at, ":") && text_after(&at, ": ")) {
		*t = at;
		return true;
	}
	return false;
}

/**
 * klog_message - a line of a log without what stands before the message
 * @line: the line
 * @had_prefix: whether something was taken off
 *
 * Understands printk times in all their forms, levels, thread marks, dates,
 * "kernel:", syslog and ISO time with a host name, dmesg -x, and /dev/kmsg.
 *
 * Return: the message.
 */
struct text klog_message(struct text line, bool *had_prefix)
{
	struct text at;

	*had_prefix = false;
	line = text_trim(line);
	/* "Oct  5 09:36:40 host kernel: ", "2025-03-20T15:28:45+01:00 .." */
	at = line;
	if (text_after(&at, " kernel: ") && (size_t)(at.p - line.p) < 100 &&
	    !memchr(line.p, '[', (size_t)(at.p - line.p))) {
		line = at;
		*had_prefix = true;
	}
	for (;;) {
		text_blanks(&line);
		if (!skip_prefix(&line))
			return line;
		*had_prefix = true;
	}
}

static bool apply(struct klog *log, const struct klog_rule *rule,
		  struct text msg, struct proof proof)
{
	struct klog_match m = {
		.log = log, .all = msg, .after = msg, .proof = proof,
	};
	struct klog_event e = {
		.kind = rule->kind, .bar = -1, .proof = proof,
		.want = WCBAR_MT_UNKNOWN, .got = WCBAR_MT_UNKNOWN,
		.track = WCBAR_MT_UNKNOWN,
	};

	if (!text_after(&m.after, rule->key))
		return false;
	m.before = (struct text){ msg.p, (size_t)(m.after.p - msg.p) -
				  strlen(rule->key) };
	if (!rule->read(&m, &e))
		return false;
	if (e.kind != KLOG_NONE)
		*vec_push(log) = e;
	return true;
}

#define PAIRS	4096	/* bits for pairs of neighbouring characters */

static unsigned int pair(const char *p)
{
	return ((unsigned int)(u8)p[0] << 5 ^ (u8)p[1]) % PAIRS;
}

/* Whether a message with these pairs may hold a key; most hold none at all. */
static bool may_hold(const u8 pairs[PAIRS / 8], const char *key)
{
	for (; key[0] && key[1]; key++)
		if (!(pairs[pair(key) / 8] & BIT(pair(key) % 8)))
			return false;
	return true;
}

static bool understand(struct klog *log, struct text msg, struct proof proof)
{
	const struct klog_rule *rule;
	u8 pairs[PAIRS / 8] = { 0 };
	unsigned int i;
	size_t k;

	for (k = 1; k < msg.len; k++)
		pairs[pair(&msg.p[k - 1]) / 8] |=
			(u8)BIT(pair(&msg.p[k - 1]) % 8);
	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (rule = tables[i]; rule->key; rule++)
			if (may_hold(pairs, rule->key) &&
			    apply(log, rule, msg, proof))
				return true;
	return false;
}

/* Whether a line that was not understood may be the start of a wrapped one. */
static bool may_go_on(struct text msg)
{
	static const char * const heads[] = {
		"x86/PAT:", "ioremap", "mtrr:", "BAR ", "conflicting memory",
		"map pfn", "memtype", "version magic", "disagrees about",
		"could not insert",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(heads); i++)
		if (text_has(msg, heads[i]))
			return true;
	return false;
}

/*
 * Try a message together with the lines behind it, with a blank at the seam
 * and then without one, as mail programs and terminals wrap.
 */
static unsigned int try_joined(struct klog *log, struct text msg,
			       struct lines it, struct proof proof)
{
	const char *seam;
	unsigned int n, pass;

	for (pass = 0; pass < 2; pass++) {
		struct lines ahead = it;
		struct text next, all;
		char *text = mem_copy(msg.p, msg.len), *longer;

		seam = pass ? "" : " ";
		for (n = 1; n < JOIN_MAX && lines_next(&ahead, &next); n++) {
			bool prefixed;

			klog_message(next, &prefixed);
			next = text_trim(next);
			if (prefixed || !next.len)
				break;
			longer = mem_printf("%s%s%.*s", text, seam,
					    (int)next.len, next.p);
			free(text);
			text = longer;
			all = text_of(text);
			/* the proof shows the whole message */
			proof.text = all;
			if (understand(log, all, proof)) {
				*vec_push(&log->joined) = text;
				return n;
			}
		}
		free(text);
	}
	return 0;
}

/**
 * klog_init - begin a log
 * @log: the log, to be given to klog_free()
 */
void klog_init(struct klog *log)
{
	unsigned int i;

	memset(log, 0, sizeof(*log));
	log->mtrrs.deftype = WCBAR_MT_UNKNOWN;
	log->last_bar = -1;
	for (i = 0; i < ARRAY_SIZE(log->slots); i++)
		log->slots[i] = WCBAR_MT_UNKNOWN;
}

/**
 * klog_read - read a file into a log
 * @log: the log, which may hold what other files said
 * @src: the file, which must stay as long as @log
 * @tally: how many lines were read and understood
 *
 * Lines that say nothing about memory types, BARs or modules are counted as
 * not understood, never fatal.
 */
void klog_read(struct klog *log, const struct source *src,
	       struct tally *tally)
{
	struct lines it = source_lines(src);
	struct text line;

	log->mtrrs.src = src;
	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		unsigned int more = 0;
		bool prefixed, ok;
		struct text msg = klog_message(line, &prefixed);

		ok = understand(log, msg, proof);
		if (!ok && may_go_on(msg)) {
			more = try_joined(log, msg, it, proof);
			ok = more;
		}
		tally_line(tally, ok, proof);
		while (more-- && lines_next(&it, &line))
			tally_line(tally, true,
				   source_proof(src, it.no, line));
	}
	mtrr_finish(&log->mtrrs);
}

/**
 * klog_free - give back the memory of a log
 * @log: the log
 */
void klog_free(struct klog *log)
{
	size_t i;

	for (i = 0; i < log->joined.n; i++)
		free(log->joined.items[i]);
	free(log->joined.items);
	free(log->items);
	mtrr_free(&log->mtrrs);
	memset(log, 0, sizeof(*log));
}

/**
 * klog_slots_have - whether a PAT slot holds a type, by the log
 * @log: the log; its slots must be known
 * @type: the type
 * @slot: the first slot that holds it
 *
 * Return: true if so.
 */
bool klog_slots_have(const struct klog *log, enum wcbar_memtype type,
		     unsigned int *slot)
{
	for (*slot = 0; *slot < ARRAY_SIZE(log->slots); (*slot)++)
		if (log->slots[*slot] == type)
			return true;
	return false;
}
