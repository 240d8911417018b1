/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the plugin uses of QEMU's interface for TCG plugins, declared here
 * because distributions ship QEMU without its header
 * (include/qemu/qemu-plugin.h in QEMU's sources, GPL-2.0-or-later).
 *
 * The interface has a version. QEMU reads the variable qemu_plugin_version of
 * a plugin right after loading it, and refuses one outside of what it serves:
 * QEMU 7.2 serves 0 and 1, QEMU 10.0 from 2 on. What changed of the functions
 * declared here:
 *
 *	version 2	qemu_plugin_n_vcpus() is gone
 *	version 3	qemu_plugin_insn_data() copies the bytes
 *
 * so that one plugin serves both: see choose_version() in storetrace.c.
 */
#ifndef WCBAR_QEMU_PLUGIN_API_H
#define WCBAR_QEMU_PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT	__attribute__((visibility("default")))

/* handles that QEMU hands out, valid during the callback that got them */
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

/**
 * struct qemu_plugin_info - what QEMU says of itself; there qemu_info_t
 * @target_name: the guest's architecture, for example "x86_64"
 * @version: the versions of the interface that it serves
 * @version.min: the lowest
 * @version.cur: the highest, whose semantics it has
 * @system_emulation: a whole machine, not one program
 * @system: of that machine
 * @system.smp_vcpus: CPUs at the start
 * @system.max_vcpus: CPUs with those that can be plugged
 */
struct qemu_plugin_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

/**
 * enum qemu_plugin_cb_flags - what a callback does with the CPU's registers
 * @QEMU_PLUGIN_CB_NO_REGS: nothing
 */
enum qemu_plugin_cb_flags {
	QEMU_PLUGIN_CB_NO_REGS,
};

/**
 * enum qemu_plugin_mem_rw - which accesses a callback is for
 * @QEMU_PLUGIN_MEM_RW: loads and stores
 */
enum qemu_plugin_mem_rw {
	QEMU_PLUGIN_MEM_RW = 3,
};

typedef void (*qemu_plugin_simple_cb_t)(uint64_t id);
typedef void (*qemu_plugin_udata_cb_t)(uint64_t id, void *userdata);
typedef void (*qemu_plugin_tb_trans_cb_t)(uint64_t id,
					  struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_exec_cb_t)(unsigned int vcpu, void *userdata);
typedef void (*qemu_plugin_mem_cb_t)(unsigned int vcpu, uint32_t info,
				     uint64_t vaddr, void *userdata);

/* what QEMU looks for in a plugin */
extern PLUGIN_EXPORT int qemu_plugin_version;
PLUGIN_EXPORT int qemu_plugin_install(uint64_t id,
				      const struct qemu_plugin_info *info,
				      int argc, char **argv);

/* only there before version 2, and never called */
#pragma weak qemu_plugin_n_vcpus
int qemu_plugin_n_vcpus(void);

/*
 * Drops all translated code and all callbacks, as soon as every CPU is outside
 * of such code, at the next block at the latest; then calls cb.
 */
void qemu_plugin_reset(uint64_t id, qemu_plugin_simple_cb_t cb);

void qemu_plugin_register_atexit_cb(uint64_t id, qemu_plugin_udata_cb_t cb,
				    void *userdata);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   qemu_plugin_tb_trans_cb_t cb);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  qemu_plugin_exec_cb_t cb,
					  enum qemu_plugin_cb_flags flags,
					  void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_exec_cb_t cb,
					    enum qemu_plugin_cb_flags flags,
					    void *userdata);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_plugin_mem_cb_t cb,
				      enum qemu_plugin_cb_flags flags,
				      enum qemu_plugin_mem_rw rw,
				      void *userdata);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);

/*
 * The instruction's bytes. Before version 3 this takes the instruction alone
 * and returns a pointer to them; from 3 on it copies, and returns how many.
 * Called by insn_bytes() in storetrace.c only, through the type that fits.
 */
void qemu_plugin_insn_data(void);
typedef const void *(*qemu_plugin_insn_data_v1)(const struct qemu_plugin_insn *insn);
typedef size_t (*qemu_plugin_insn_data_v3)(const struct qemu_plugin_insn *insn,
					   void *to, size_t length);

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
/* text that the caller frees */
char *qemu_plugin_insn_disas(const struct qemu_plugin_insn *insn);
/* or NULL */
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);

/* of an access; the size is 1 << the result bytes */
unsigned int qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(uint32_t info,
						  uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *address);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *address);

#endif /* WCBAR_QEMU_PLUGIN_API_H */
