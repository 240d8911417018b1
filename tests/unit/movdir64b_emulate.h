/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_MOVDIR64B_EMULATE_H
#define TESTS_MOVDIR64B_EMULATE_H

void movdir64b_emulate(void (*done)(void));

#endif /* TESTS_MOVDIR64B_EMULATE_H */
