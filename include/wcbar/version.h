/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one place that states the version of the module and of the tool.
 */
#ifndef WCBAR_VERSION_H
#define WCBAR_VERSION_H

#define WCBAR_VERSION	"0.1.0"

#endif /* WCBAR_VERSION_H */
