// SPDX-License-Identifier: GPL-2.0
/*
 * Where the system's files are that paths.c does not know. Tests put made-up
 * trees in their place through WCBAR_PROCFS, WCBAR_DEV and WCBAR_RUN.
 */
#include "system/roots.h"

static const char *root(const char *variable, const char *usual)
{
	const char *s = getenv(variable);

	return s && s[0] ? s : usual;
}

/**
 * path_procfs - root of procfs
 *
 * Return: /proc, or what WCBAR_PROCFS says.
 */
const char *path_procfs(void)
{
	return root("WCBAR_PROCFS", "/proc");
}

/**
 * path_dev - folder of device nodes
 *
 * Return: /dev, or what WCBAR_DEV says.
 */
const char *path_dev(void)
{
	return root("WCBAR_DEV", "/dev");
}

/**
 * path_run - folder for what has to be remembered until the next boot
 *
 * Return: /run/wcbar, or what WCBAR_RUN says.
 */
const char *path_run(void)
{
	return root("WCBAR_RUN", "/run/wcbar");
}

/**
 * paths_made_up - whether this is a test's machine
 *
 * Return: true when the CPU has nothing to say about it.
 */
bool paths_made_up(void)
{
	return getenv("WCBAR_SYSFS") || getenv("WCBAR_PROCFS");
}
