/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How descriptors are posted to the reference card.
 */
#ifndef WCBAR_DRV_REFCARD_H
#define WCBAR_DRV_REFCARD_H

#include "port.h"

extern const struct wcbar_card_ops wcbar_refcard_ops;

#endif /* WCBAR_DRV_REFCARD_H */
