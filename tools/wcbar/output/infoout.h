/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver knows of a card, for people and as JSON.
 */
#ifndef WCBAR_TOOL_INFOOUT_H
#define WCBAR_TOOL_INFOOUT_H

#include <json-c/json.h>

#include "facts.h"
#include "system/driver.h"

void info_print(const char *address, const struct facts *info,
		const struct driver_methods *methods, FILE *f);
struct json_object *info_json(const char *address, const struct facts *info,
			      const struct driver_methods *methods);

#endif /* WCBAR_TOOL_INFOOUT_H */
