// SPDX-License-Identifier: GPL-2.0
/*
 * Lines about modules that could not be loaded: what insmod and modprobe print
 * and what the kernel logs beside it.
 */
#include "system/klog.h"

/*
 * What loaders print for an errno. kmod has words of its own for some of them,
 * and those of the C library differ in case between loaders.
 */
static const struct {
	const char *words;
	int err;
} loader_words[] = {
	{ "key was rejected", EKEYREJECTED },
	{ "required key not available", ENOKEY },
	{ "invalid module format", ENOEXEC },
	{ "exec format error", ENOEXEC },
	{ "invalid parameters", EINVAL },
	{ "invalid argument", EINVAL },
	{ "unknown symbol", ENOENT },
	{ "resource busy", EBUSY },
	{ "not permitted", EPERM },
	{ "no such device", ENODEV },
	{ "file exists", EEXIST },
	{ "cannot allocate memory", ENOMEM },
	{ "no such file", ENOENT },
	{ "permission denied", EACCES },
};

static bool has_nocase(struct text t, const char *words)
{
	size_t n = strlen(words);

	for (; t.len >= n; t.p++, t.len--)
		if (!strncasecmp(t.p, words, n))
			return true;
	return false;
}

/* "gdrdrv/gdrdrv.ko", "'xdma'", "module xmm7360.ko": the module's name */
static struct text module_name(struct text t)
{
	const char *slash;

	t = text_trim(t);
	text_skip(&t, "module ");
	while (t.len && strchr("'\" ", *t.p)) {
		t.p++;
		t.len--;
	}
	while (t.len && strchr("'\" ,", t.p[t.len - 1]))
		t.len--;
	slash = memrchr(t.p, '/', t.len);
	if (slash) {
		t.len -= (size_t)(slash + 1 - t.p);
		t.p = slash + 1;
	}
	if (text_has(t, ".ko")) {
		struct text at = t;

		t = text_until(&at, ".ko");
	}
	if (text_has(t, " (")) {
		struct text at = t;

		t = text_until(&at, " (");
	}
	return t;
}

/* "could not insert module X: WORDS", "can't insert 'X': WORDS" */
static bool read_loader(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	unsigned int i;

	e->who = module_name(text_until(&t, ":"));
	if (!text_skip(&t, ":") || !e->who.len)
		return false;
	e->word = text_trim(t);
	/* "error inserting 'X': -1 Invalid module format" */
	text_skip(&e->word, "-1 ");
	for (i = 0; i < ARRAY_SIZE(loader_words); i++) {
		if (!has_nocase(e->word, loader_words[i].words))
			continue;
		e->err = -loader_words[i].err;
		break;
	}
	return e->word.len;
}

static struct text name_before(struct text before)
{
	before = text_trim(before);
	while (before.len && (before.p[before.len - 1] == ':' ||
			      before.p[before.len - 1] == ' '))
		before.len--;
	return before;
}

/* "X: version magic 'A' should be 'B'" */
static bool read_magic(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = name_before(m->before);
	if (!text_after(&t, "'"))
		return false;
	e->word = text_until(&t, "'");
	if (!text_after(&t, "should be") || !text_after(&t, "'"))
		return false;
	e->word2 = text_until(&t, "'");
	return text_skip(&t, "'");
}

/* "X: disagrees about version of symbol S" */
static bool read_symbol(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = name_before(m->before);
	e->word = text_word(&t);
	return e->word.len;
}

/* "X: Unknown symbol S (err -2)" */
static bool read_unknown(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = name_before(m->before);
	e->word = text_word(&t);
	if (text_after(&t, "(err"))
		text_int(&t, &e->err);
	return e->word.len && !text_is(e->word, "in");
}

static bool read_key(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->before;

	if (text_has(m->all, ": Loading"))
		e->who = text_until(&t, ":");
	return text_has(m->all, "rejected") || text_has(m->all, "PKCS") ||
	       text_has(m->all, "trusted key");
}

/* A tainted kernel, but the module is in */
static bool read_taint(struct klog_match *m, struct klog_event *e)
{
	(void)m;
	e->kind = KLOG_NONE;
	return true;
}

/* "Lockdown: insmod: unsigned module loading is restricted; see man .." */
static bool read_lockdown(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	text_blanks(&t);
	e->who = text_until(&t, ":");
	if (!text_skip(&t, ":"))
		return false;
	text_blanks(&t);
	e->word = text_until(&t, " is restricted");
	return e->word.len;
}

/* "Kernel is locked down from EFI Secure Boot; see man .." */
static bool read_locked(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->word = text_trim(text_until(&t, ";"));
	return true;
}

static bool read_other(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all;

	e->who = text_until(&t, ":");
	e->word = text_trim(m->all);
	return true;
}

/* "modprobe: FATAL: Module X not found in directory /lib/modules/.." */
static bool read_not_found(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->before;

	if (!text_after(&t, "odule "))
		return false;
	e->who = text_trim(t);
	e->word = text_of("it is not installed for the running kernel");
	return e->who.len;
}

static bool read_btf(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = text_until(&t, "]");
	e->word = text_trim(m->all);
	e->err = -EINVAL;
	return e->who.len;
}

const struct klog_rule klog_module_rules[] = {
	{ "could not insert", KLOG_MODULE, read_loader },
	{ "can't insert", KLOG_MODULE, read_loader },
	{ "rror inserting", KLOG_MODULE, read_loader },
	{ "version magic", KLOG_MODULE_MAGIC, read_magic },
	{ "disagrees about version of symbol", KLOG_MODULE_SYMBOL,
	  read_symbol },
	{ "no symbol version for", KLOG_MODULE_SYMBOL, read_symbol },
	{ "Unknown symbol", KLOG_MODULE_UNKNOWN, read_unknown },
	{ "module verification failed", KLOG_NONE, read_taint },
	{ "Loading of", KLOG_MODULE_KEY, read_key },
	{ "PKCS#7 signature not signed", KLOG_MODULE_KEY, read_key },
	{ "Lockdown:", KLOG_LOCKDOWN, read_lockdown },
	{ "Kernel is locked down from", KLOG_LOCKDOWN, read_locked },
	{ "not found in directory", KLOG_MODULE, read_not_found },
	{ "exports duplicate symbol", KLOG_MODULE, read_other },
	{ "failed to validate module [", KLOG_MODULE, read_btf },
	{ NULL, KLOG_NONE, NULL },
};
