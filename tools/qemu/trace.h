/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one trace: what is recorded at present, of which CPUs, and the marks
 * that change it.
 */
#ifndef WCBAR_QEMU_TRACE_H
#define WCBAR_QEMU_TRACE_H

#include "code.h"
#include "cpu.h"
#include "options.h"

/**
 * struct trace_setup - what a trace begins with
 * @options: what was asked for
 * @api: version of QEMU's plugin interface
 * @cpus: CPUs there can be
 */
struct trace_setup {
	const struct options *options;
	int api;
	unsigned int cpus;
};

int trace_open(const struct trace_setup *setup);
void trace_close(void);
struct cpu *trace_cpu(unsigned int vcpu);
void trace_passes(unsigned int vcpu, const struct code_block *block);
bool trace_in_range(u64 addr, u64 width);
bool trace_has_range(void);
bool trace_lock(void);
void trace_unlock(void);
void trace_mark(unsigned int vcpu, const struct code_insn *insn);

#endif /* WCBAR_QEMU_TRACE_H */
