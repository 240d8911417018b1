/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the card acts: on a doorbell, on a clock, or all the time.
 */
#ifndef WCBAR_CARD_LOOP_H
#define WCBAR_CARD_LOOP_H

#include "engine.h"
#include "server.h"

/**
 * enum loop_polling - how the buffers are watched
 * @LOOP_AUTO: as loop_choose() finds
 * @LOOP_OWN: all the time, on a CPU that the process may have alone
 * @LOOP_YIELD: the CPU is given up to others again and again
 */
enum loop_polling {
	LOOP_AUTO,
	LOOP_OWN,
	LOOP_YIELD,
};

/**
 * struct loop - what is waited for
 * @card: the card
 * @server: QEMU's side
 * @signals: signalfd of the signals that end the process
 * @polling: LOOP_OWN or LOOP_YIELD
 */
struct loop {
	struct refcard *card;
	const struct server *server;
	int signals;
	enum loop_polling polling;
};

int loop_choose(enum loop_polling wanted, int cpu,
		enum loop_polling *polling, struct error *e);
u64 loop_now(void *ctx);
int loop_wait_connection(const struct server *s, int signals);
void loop_run(struct loop *l);

#endif /* WCBAR_CARD_LOOP_H */
