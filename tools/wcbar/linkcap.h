/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a PCIe link can carry when every packet holds one write-combining line.
 */
#ifndef WCBAR_TOOL_LINKCAP_H
#define WCBAR_TOOL_LINKCAP_H

#include "system/device.h"

u64 link_ceiling(const struct pcie_link *link, bool above_4g);
bool link_is_less(const struct pcie_link *now, const struct pcie_link *cap);

#endif /* WCBAR_TOOL_LINKCAP_H */
