/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The link of a card of this machine.
 */
#ifndef WCBAR_TOOL_MODEL_CARDLINK_H
#define WCBAR_TOOL_MODEL_CARDLINK_H

#include "model/pcie.h"
#include "system/pci.h"

int cardlink_find(const char *text, struct pcie *p, char address[BDF_TEXT],
		  struct error *e);

#endif /* WCBAR_TOOL_MODEL_CARDLINK_H */
