// SPDX-License-Identifier: GPL-2.0
/*
 * A run on a card: written into one of the driver's files, and its rows read
 * back from there; with a sentence for each errno that the file can answer.
 */
#include "rowfile.h"

#include "system/driver.h"
#include "system/paths.h"

/**
 * struct card_knob - a card's file as a knob
 * @address: the card
 * @file: name of the file
 * @open_failed: why the file could not be opened, empty where it could
 */
struct card_knob {
	const char *address;
	const char *file;
	struct error open_failed;
};

static int card_start(void *arg, const char *spec, size_t len)
{
	struct card_knob *card = arg;

	return driver_write(card->address, card->file, spec, len,
			    &card->open_failed);
}

static int card_peek(void *arg, char **text, size_t *len)
{
	struct card_knob *card = arg;
	struct error e;

	return driver_read(card->address, card->file, text, len, &e);
}

static int explain(const struct rowfile *file, int ret, const char *address,
		   struct error *e)
{
	const char *said = facts_or(file->context, "error", "");

	if (file->explain && file->explain(file->arg, ret, address, said, e))
		return ret;
	switch (ret) {
	case -EPERM:
		return error_set(e, ret,
				 "writing into %s is not allowed; 'echo 1 > %s/wcbar/%s/allow_writes' allows it%s",
				 address, path_debugfs(), address,
				 file->permitted);
	case -EBUSY:
		return error_set(e, ret,
				 "another run is under way on %s; try again when it is done",
				 address);
	case -EINVAL:
	case -E2BIG:
		return error_set(e, ret, "%s refuses the specification: %s",
				 address, said[0] ? said : "it does not say why");
	case -EINTR:
		return error_set(e, ret, "interrupted; the map of %s is as it was before",
				 address);
	case -ENODEV:
		return error_set(e, ret,
				 "%s went away during the run, or is in reset; see dmesg, and bind it again",
				 address);
	case -ENOMEM:
		return error_set(e, ret,
				 "the kernel has not enough memory for a run on %s; use smaller sizes",
				 address);
	case -EIO:
		return error_set(e, ret,
				 "the aperture of %s is not mapped: %s; 'echo wc > %s/wcbar/%s/memtype' maps it again",
				 address,
				 said[0] ? said : "its map could not be restored",
				 path_debugfs(), address);
	default:
		return error_set(e, ret, "the run on %s failed: %s%s%s",
				 address, strerror(-ret), said[0] ? ": " : "",
				 said);
	}
}

/* The kernel keeps the specification without the blanks at its end */
static bool same_spec(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);

	while (la && (unsigned char)a[la - 1] <= ' ')
		la--;
	while (lb && (unsigned char)b[lb - 1] <= ' ')
		lb--;
	return la == lb && !memcmp(a, b, la);
}

/*
 * Whether what the file holds now is about this run. After -EBUSY it is
 * another's; where a run did not even begin, it is an older one's.
 */
static bool is_ours(int ret, const struct facts *context, const char *spec)
{
	const char *kept = facts_get(context, "spec");

	if (ret == -EBUSY || ret == -EPERM)
		return false;
	if (ret == -EINVAL || ret == -E2BIG)
		return !kept && facts_get(context, "error");
	if (ret && !strcmp(facts_or(context, "state", ""), "done"))
		return false;
	return kept && same_spec(kept, spec);
}

static int read_rows(const struct rowfile *file, const struct run_knob *knob,
		     int ret, const char *address, const char *spec,
		     struct error *e)
{
	char *text;
	size_t len;
	int err;

	err = knob->peek(knob->arg, &text, &len);
	if (!err) {
		err = rowfile_parse(file, text, len, e);
		free(text);
	} else {
		error_set(e, err, "the rows of the run on %s cannot be read: %s",
			  address, strerror(-err));
	}
	if (err || !is_ours(ret, file->context, spec)) {
		file->forget(file->arg);
		if (ret)
			return 0;
	}
	if (!err && !facts_get(file->context, "spec"))
		err = error_set(e, -EIO,
				"the rows of the run on %s are gone: another run has begun since",
				address);
	return err;
}

/**
 * rowfile_run_knob - run a specification and get its rows
 * @file: what rows they are; it gets them, also after an error, as far as
 *	there are any
 * @knob: what to run it with
 * @address: what to call it
 * @spec: the specification
 * @progress: show progress, where standard error is a terminal
 * @e: what went wrong
 *
 * Return: 0 or a negative errno, those of the file; -EINTR where somebody
 * asked to stop.
 */
int rowfile_run_knob(const struct rowfile *file, const struct run_knob *knob,
		     const char *address, const char *spec, bool progress,
		     struct error *e)
{
	struct run_knob own = *knob;
	struct run_end end;
	int ret;

	own.words = file->words;
	ret = run_knob(&own, spec, progress, &end, e);
	if (ret)
		return ret;
	ret = read_rows(file, knob, end.ret, address, spec, e);
	if (end.ret)
		return explain(file, end.ret, address, e);
	return ret;
}

/**
 * rowfile_run - run a specification on a card and get its rows
 * @file: the file; it gets the rows
 * @address: the card
 * @spec: the specification
 * @progress: show progress, where standard error is a terminal
 * @e: what went wrong
 *
 * Return: as rowfile_run_knob().
 */
int rowfile_run(const struct rowfile *file, const char *address,
		const char *spec, bool progress, struct error *e)
{
	struct card_knob card = { .address = address, .file = file->name };
	struct run_knob knob = {
		.start = card_start,
		.peek = card_peek,
		.arg = &card,
	};
	int ret;

	ret = rowfile_run_knob(file, &knob, address, spec, progress, e);
	/* a file that cannot be opened is not one that refuses */
	if (ret && card.open_failed.text[0])
		*e = card.open_failed;
	return ret;
}
