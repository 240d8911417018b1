// SPDX-License-Identifier: GPL-2.0
/*
 * A TCG plugin that records every store to a range of physical addresses, and
 * what stands between the stores:
 *
 *	qemu-system-x86_64 ... -plugin \
 *		build/tools/storetrace.so,out=trace,lo=0xf8000000,hi=0xfc000000
 *
 * Its options: options.h. The guest starts and stops it by marks:
 * <wcbar/tracemark.h>. What it writes: <wcbar/storetrace.h>.
 *
 * This file has QEMU's callbacks. decode.c and code.c say what the guest's
 * code is, cpu.c what a CPU does, fold.c and writer.c keep it small, trace.c
 * holds all of it together.
 *
 * A callback at each access of the guest makes it several times slower. As
 * long as there is no range, only marks are looked for; when the guest tells
 * it, the code that was translated until then is dropped.
 */
#include <wcbar/storetrace.h>

#include "plugin_api.h"
#include "trace.h"

#define PAGE	4096

/* of the plugin interface that is asked for; choose_version() */
int qemu_plugin_version = 1;

/* of the one that QEMU has */
static int api;

/* each load of the range is recorded */
static bool loads;

/* this plugin, for QEMU */
static uint64_t self;

/* everything is looked at, not only marks; or will be, in a moment */
static bool armed;

/*
 * QEMU asks for the version when the plugin is loaded and before it is
 * installed, so this runs first. What the number means: plugin_api.h.
 */
__attribute__((constructor)) static void choose_version(void)
{
	qemu_plugin_version = qemu_plugin_n_vcpus ? 1 : 2;
}

/* --- execution -------------------------------------------------------------- */

static void access_at(struct cpu *cpu, struct code_insn *insn, bool store,
		      bool io, u64 addr, unsigned int width)
{
	u16 flags = io ? WCBAR_ST_IO : 0;
	bool inside = trace_in_range(addr, width);

	if ((!inside && !io) || !trace_lock())
		return;
	if (!inside)
		cpu_event(cpu, WCBAR_ST_UC, !store, insn, addr, width);
	else if (store)
		cpu_access(cpu, WCBAR_ST_STORE, insn, addr, width, flags);
	else if (loads)
		cpu_access(cpu, WCBAR_ST_LOAD, insn, addr, width, flags);
	else
		cpu_event(cpu, WCBAR_ST_LOAD, 0, insn, addr, width);
	trace_unlock();
}

/* each access of the guest, after it was done */
static void on_memory(unsigned int vcpu, uint32_t info, uint64_t vaddr,
		      void *userdata)
{
	struct cpu *cpu = trace_cpu(vcpu);
	struct qemu_plugin_hwaddr *hw;
	unsigned int width, first;
	u64 addr, rest;
	bool store, io;

	if (!cpu)
		return;
	hw = qemu_plugin_get_hwaddr(info, vaddr);
	if (!hw)
		return;
	store = qemu_plugin_mem_is_store(info);
	width = 1U << qemu_plugin_mem_size_shift(info);
	first = PAGE - vaddr % PAGE;
	io = qemu_plugin_hwaddr_is_io(hw);
	addr = qemu_plugin_hwaddr_phys_addr(hw);
	/* over the end of a page: the next one may be anywhere */
	if (first < width) {
		hw = qemu_plugin_get_hwaddr(info, vaddr + first);
		rest = hw ? qemu_plugin_hwaddr_phys_addr(hw) : addr + first;
		if (rest != addr + first) {
			access_at(cpu, userdata, store, io, addr, first);
			addr = rest;
			width -= first;
		}
	}
	access_at(cpu, userdata, store, io, addr, width);
}

/* an instruction whose accesses are pieces of one begins */
static void on_begin(unsigned int vcpu, void *userdata)
{
	struct cpu *cpu = trace_cpu(vcpu);

	(void)userdata;
	if (cpu)
		cpu->begins = true;
}

static void on_event(unsigned int vcpu, void *userdata)
{
	struct code_insn *insn = userdata;
	struct cpu *cpu = trace_cpu(vcpu);

	if (!cpu || !trace_lock())
		return;
	cpu_event(cpu, insn->is.event, insn->is.sub, insn, 0, 0);
	trace_unlock();
}

static void on_block(unsigned int vcpu, void *userdata)
{
	struct cpu *cpu = trace_cpu(vcpu);

	if (!cpu)
		trace_passes(vcpu, userdata);
	if (!cpu || cpu_goes_on(cpu, userdata) || !trace_lock())
		return;
	cpu_block(cpu, userdata);
	trace_unlock();
}

static void install(uint64_t id);

static void on_mark(unsigned int vcpu, void *userdata)
{
	trace_mark(vcpu, userdata);
	if (trace_has_range() &&
	    !__atomic_exchange_n(&armed, true, __ATOMIC_ACQ_REL))
		qemu_plugin_reset(self, install);
}

/* --- translation ------------------------------------------------------------ */

/* its bytes, at most LONGEST_INSN; how many */
static size_t insn_bytes(const struct qemu_plugin_insn *insn, u8 *bytes)
{
	size_t length = qemu_plugin_insn_size(insn);
	const union {
		void (*any)(void);
		qemu_plugin_insn_data_v1 v1;
		qemu_plugin_insn_data_v3 v3;
	} data = { .any = qemu_plugin_insn_data };

	if (length > LONGEST_INSN)
		length = LONGEST_INSN;
	if (api >= 3)
		return data.v3(insn, bytes, length);
	memcpy(bytes, data.v1(insn), length);
	return length;
}

static void describe(const struct qemu_plugin_insn *from,
		     struct code_insn *insn)
{
	const char *symbol;

	if (!insn->is.memory && !insn->is.event)
		return;
	insn->text = qemu_plugin_insn_disas(from);
	symbol = qemu_plugin_insn_symbol(from);
	if (symbol && *symbol)
		insn->symbol = strdup(symbol);
}

static struct code_insn *take_insn(const struct qemu_plugin_insn *from)
{
	struct code_insn *insn;
	u8 bytes[LONGEST_INSN];
	size_t length = insn_bytes(from, bytes);
	bool is_new;

	insn = code_insn(qemu_plugin_insn_vaddr(from), bytes, length, &is_new);
	if (is_new)
		describe(from, insn);
	return insn;
}

static void call(struct qemu_plugin_insn *at, qemu_plugin_exec_cb_t callback,
		 struct code_insn *insn)
{
	qemu_plugin_register_vcpu_insn_exec_cb(at, callback,
					       QEMU_PLUGIN_CB_NO_REGS, insn);
}

/* translation while only marks are looked for; all are of the same length */
static void on_translate_marks(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *at;
	u8 bytes[LONGEST_INSN];
	struct decoded is;
	size_t length;

	(void)id;
	for (i = 0; i < n; i++) {
		at = qemu_plugin_tb_get_insn(tb, i);
		if (qemu_plugin_insn_size(at) != MARK_LENGTH)
			continue;
		length = insn_bytes(at, bytes);
		decode(bytes, length, &is);
		if (is.mark)
			call(at, on_mark, take_insn(at));
	}
}

static struct code_insn *instrument(struct qemu_plugin_insn *at)
{
	struct code_insn *insn = take_insn(at);

	if (insn->is.mark)
		call(at, on_mark, insn);
	if (insn->is.event)
		call(at, on_event, insn);
	if (insn->is.merge)
		call(at, on_begin, insn);
	/* on all: an access by an instruction that is not known is one, too */
	qemu_plugin_register_vcpu_mem_cb(at, on_memory, QEMU_PLUGIN_CB_NO_REGS,
					 QEMU_PLUGIN_MEM_RW, insn);
	return insn;
}

static void on_translate(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);
	struct code_insn *last = NULL;
	struct code_block *block;

	(void)id;
	for (i = 0; i < n; i++)
		last = instrument(qemu_plugin_tb_get_insn(tb, i));
	if (!last)
		return;
	block = code_block(qemu_plugin_tb_vaddr(tb), last);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block,
					     QEMU_PLUGIN_CB_NO_REGS, block);
}

/* --- beginning and end ------------------------------------------------------ */

static void on_exit_of_qemu(uint64_t id, void *userdata)
{
	(void)id;
	(void)userdata;
	trace_close();
}

/* at the beginning, and after code and callbacks were dropped */
static void install(uint64_t id)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, armed ? on_translate :
						  on_translate_marks);
	qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
}

/**
 * qemu_plugin_install() - what QEMU calls after loading the plugin
 * @id: the plugin, for QEMU
 * @info: what QEMU is
 * @argc: number of options
 * @argv: the options, each NAME=VALUE
 *
 * Return: 0; anything else makes QEMU refuse to run, what is wrong was said
 */
int qemu_plugin_install(uint64_t id, const struct qemu_plugin_info *info,
			int argc, char **argv)
{
	struct trace_setup setup = {
		.api = info->version.cur,
		.cpus = info->system.max_vcpus,
	};
	struct options options;

	if (options_parse(&options, argc, argv))
		return -1;
	if (!info->system_emulation || strcmp(info->target_name, "x86_64"))
		return options_wrong("only a whole x86_64 machine can be traced",
				     info->target_name);
	setup.options = &options;
	if (trace_open(&setup))
		return -1;
	self = id;
	api = info->version.cur;
	loads = options.loads;
	armed = trace_has_range();
	install(id);
	return 0;
}
