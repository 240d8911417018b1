// SPDX-License-Identifier: GPL-2.0
/*
 * Giving a PCI function to the wcbar driver, and back.
 *
 *	take		remember, set the BARs, driver_override, detach, attach
 *	give back	detach, restore driver_override, attach, forget
 *
 * Whatever is interrupted in between leaves the file that take has written
 * first, and a function whose driver is not wcbar. That is how the next call
 * recognises it; giving back is what repairs it, as often as it takes.
 */
#include "bind.h"

#include <dirent.h>

#include "system/roots.h"

/* The old driver again, from whatever state the function is in */
static int restore(const struct bound *b, struct error *e)
{
	char now[BIND_NAME];
	int ret;

	bind_driver_of(b->bdf, now);
	if (!strcmp(now, BIND_DRIVER)) {
		ret = bind_detach(b->bdf, e);
		if (ret)
			return ret;
		now[0] = '\0';
	}
	ret = bind_set_override(b->bdf, b->override, e);
	if (ret || !b->driver[0] || now[0])
		return ret;
	if (!bind_has_driver(b->driver))
		return error_set(e, -ENOENT,
				 "%s has no driver now: its old one, %s, is not loaded; load it (modprobe %s) and call 'wcbar unbind %s' again",
				 b->bdf, b->driver, b->driver, b->bdf);
	return bind_attach(b->bdf, b->driver, e);
}

/**
 * bind_give_back - give a function back to the driver that it had
 * @bdf: the function
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; what is remembered stays then, for another
 * attempt.
 */
int bind_give_back(const char *bdf, struct error *e)
{
	struct bound b = { 0 };
	struct error ignored;
	int ret;

	/* bound by hand: there is nothing to go back to */
	if (!bound_load(bdf, &b))
		snprintf(b.bdf, sizeof(b.bdf), "%s", bdf);
	ret = restore(&b, e);
	if (ret)
		return ret;
	/* the module may be gone, and the list of BARs with it */
	bind_set_bars(bdf, NULL, &ignored);
	return bound_forget(bdf, e);
}

/*
 * What the function has to get back. After an interruption that is what it
 * had then, unless somebody has given it another driver meanwhile.
 */
static int remember(const char *bdf, struct bound *b, struct error *e)
{
	char driver[BIND_NAME], override[BIND_NAME];

	bind_driver_of(bdf, driver);
	bind_override_of(bdf, override);
	if (bound_load(bdf, b)) {
		if (!driver[0] || !strcmp(driver, b->driver))
			return 0;
		if (!strcmp(override, BIND_DRIVER))
			text_copy(text_of(b->override), override,
				  sizeof(override));
	}
	text_copy(text_of(bdf), b->bdf, sizeof(b->bdf));
	text_copy(text_of(driver), b->driver, sizeof(b->driver));
	text_copy(text_of(override), b->override, sizeof(b->override));
	return bound_save(b, e);
}

/**
 * bind_take - give a function to the wcbar driver
 * @bdf: the function
 * @bars: "APERTURE,REGS", or NULL to leave it to the driver
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; the old driver has it again then.
 */
int bind_take(const char *bdf, const char *bars, struct error *e)
{
	struct bound b = { 0 };
	struct error undo;
	int ret;

	ret = remember(bdf, &b, e);
	if (ret)
		return ret;
	ret = bind_set_bars(bdf, bars, e);
	if (!ret)
		ret = bind_set_override(bdf, BIND_DRIVER, e);
	if (!ret)
		ret = bind_detach(bdf, e);
	if (!ret)
		ret = bind_attach(bdf, BIND_DRIVER, e);
	if (!ret)
		return 0;
	if (bind_give_back(bdf, &undo)) {
		error_print(e);
		*e = undo;
	}
	return ret;
}

/**
 * bind_repair - restore functions whose binding was interrupted
 * @except: a function to leave alone, or NULL
 *
 * Return: how many were restored.
 */
unsigned int bind_repair(const char *except)
{
	DIR *dir = opendir(path_run());
	unsigned int repaired = 0;
	struct dirent *d;
	struct error e;

	while (dir && (d = readdir(dir))) {
		struct text name = text_of(d->d_name);
		char bdf[TEXT_BDF], driver[BIND_NAME];

		if (!text_bdf(&name, bdf) || name.len ||
		    (except && !strcmp(bdf, except)))
			continue;
		/* the card was unplugged */
		if (!bind_exists(bdf)) {
			bound_forget(bdf, &e);
			continue;
		}
		bind_driver_of(bdf, driver);
		if (!strcmp(driver, BIND_DRIVER))
			continue;
		if (bind_give_back(bdf, &e)) {
			error_print(&e);
			continue;
		}
		repaired++;
		bind_driver_of(bdf, driver);
		printf("%s: an earlier bind was interrupted; %s%s\n", bdf,
		       driver[0] ? "it is back with driver " :
		       "it has no driver, as before", driver);
	}
	if (dir)
		closedir(dir);
	return repaired;
}
