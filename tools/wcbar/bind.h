/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Giving a PCI function to the wcbar driver, and back.
 */
#ifndef WCBAR_TOOL_BIND_H
#define WCBAR_TOOL_BIND_H

#include "error.h"
#include "system/text.h"

#define BIND_DRIVER	"wcbar"
#define BIND_NAME	64	/* bytes of a driver's name */

/**
 * struct bound - what is remembered of a function that was taken
 * @bdf: the function
 * @driver: its driver before, empty for none
 * @override: its driver_override before, empty for none
 */
struct bound {
	char bdf[TEXT_BDF];
	char driver[BIND_NAME];
	char override[BIND_NAME];
};

/* bind_state.c: remembering, so that it survives an interruption */
int bound_lock(struct error *e);
int bound_save(const struct bound *b, struct error *e);
bool bound_load(const char *bdf, struct bound *b);
int bound_forget(const char *bdf, struct error *e);

/* bind_sysfs.c: looking and acting */
bool bind_exists(const char *bdf);
void bind_driver_of(const char *bdf, char driver[BIND_NAME]);
void bind_override_of(const char *bdf, char override[BIND_NAME]);
bool bind_has_driver(const char *driver);
int bind_set_override(const char *bdf, const char *override, struct error *e);
int bind_detach(const char *bdf, struct error *e);
int bind_attach(const char *bdf, const char *driver, struct error *e);
int bind_set_bars(const char *bdf, const char *entry, struct error *e);
char *bind_bars_with(const char *bars, const char *bdf, const char *entry);

/* bind.c: the order of the steps */
int bind_take(const char *bdf, const char *bars, struct error *e);
int bind_give_back(const char *bdf, struct error *e);
unsigned int bind_repair(const char *except);

#endif /* WCBAR_TOOL_BIND_H */
