/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_COPY_STEP_H
#define TESTS_COPY_STEP_H

int singlestep_init(void);
void singlestep_exit(void);

#endif /* TESTS_COPY_STEP_H */
