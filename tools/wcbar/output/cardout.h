/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A PCI function as list and info show it.
 */
#ifndef WCBAR_TOOL_CARDOUT_H
#define WCBAR_TOOL_CARDOUT_H

#include <json-c/json.h>

#include "system/pci.h"

void card_bars(const struct pci_card *card, char *buf, size_t len);
void card_print(const struct pci_card *card, FILE *f);
struct json_object *card_json(const struct pci_card *card);

#endif /* WCBAR_TOOL_CARDOUT_H */
