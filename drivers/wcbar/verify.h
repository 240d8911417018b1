/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a row's range is filled with, and whether it holds what was copied.
 */
#ifndef WCBAR_DRV_VERIFY_H
#define WCBAR_DRV_VERIFY_H

#include "measure.h"

int wcbar_card_read(struct wcbar_bench *b, u8 *to, u64 pos, u64 len);
int wcbar_card_write(struct wcbar_bench *b, u64 pos, const u8 *from, u64 len);
int wcbar_verify_prepare(struct wcbar_bench *b, enum wcbar_dir dir);
int wcbar_verify_check(struct wcbar_bench *b, struct wcbar_row *row);

#endif /* WCBAR_DRV_VERIFY_H */
