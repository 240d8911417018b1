// SPDX-License-Identifier: GPL-2.0
/*
 * The info file: everything that is known of a card's two BARs, with the
 * evidence. Keys: Documentation/ABI/debugfs-wcbar.
 */
#include <linux/pci.h>
#include <linux/seq_file.h>
#include <linux/utsname.h>

#include <asm/processor.h>

#include <wcbar/version.h>

#include "wcbar.h"

/* CPUID leaf 0x40000000: the hypervisor names itself in twelve bytes. */
static void hypervisor_name(char name[13])
{
	u32 eax, *sig = (u32 *)name;

	memset(name, 0, 13);
	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		strscpy(name, "none", 13);
	else
		cpuid(0x40000000, &eax, &sig[0], &sig[1], &sig[2]);
}

static void show_hypervisor(struct seq_file *m)
{
	char name[16] __aligned(4);
	const char *accel = "other";

	hypervisor_name(name);
	if (!strcmp(name, "none"))
		accel = "none";
	else if (!strcmp(name, "TCGTCGTCGTCG"))
		accel = "tcg";
	else if (!strcmp(name, "KVMKVMKVM"))
		accel = "kvm";
	seq_printf(m, "hypervisor: %s\naccel: %s\n", name, accel);
}

/* Rates by the encoding of the link registers, PCIe 6.0 section 7.5.3.18 */
static const char *link_rate(u32 code)
{
	static const char *const rates[] = {
		"unknown", "2.5", "5.0", "8.0", "16.0", "32.0", "64.0",
	};

	return rates[code < ARRAY_SIZE(rates) ? code : 0];
}

static void show_link(struct seq_file *m, struct wcbar_dev *d)
{
	struct pci_dev *pdev = d->pdev;
	u16 status;
	u32 cap;

	if (!pci_is_pcie(pdev) || wcbar_dev_gone(d) ||
	    pcie_capability_read_word(pdev, PCI_EXP_LNKSTA, &status) ||
	    pcie_capability_read_dword(pdev, PCI_EXP_LNKCAP, &cap) ||
	    !(cap & PCI_EXP_LNKCAP_SLS)) {
		seq_puts(m, "link: none\n");
		return;
	}
	seq_printf(m, "link: %s GT/s x%u of %s GT/s x%u\n",
		   link_rate(status & PCI_EXP_LNKSTA_CLS),
		   (status & PCI_EXP_LNKSTA_NLW) >> PCI_EXP_LNKSTA_NLW_SHIFT,
		   link_rate(cap & PCI_EXP_LNKCAP_SLS),
		   (cap & PCI_EXP_LNKCAP_MLW) >> 4);
}

static void show_machine(struct seq_file *m, const struct wcbar_machine *mc)
{
	enum wcbar_avail avail = wcbar_avail(mc);
	unsigned int slot;

	seq_printf(m, "pat.enabled: %d\npat.msr: %#018llx\npat.slots:",
		   mc->pat_enabled, mc->pat);
	for (slot = 0; slot < 8; slot++)
		seq_printf(m, " %s",
			   wcbar_memtype_short(wcbar_pat_type(mc->pat, slot)));
	seq_printf(m, "\nmtrr.present: %d\nmtrr.enabled: %d\n",
		   mc->mtrr.present, mc->mtrr.enabled);
	seq_printf(m, "mtrr.default: %s\nmtrr.registers: %u of %u used\n",
		   wcbar_memtype_name(mc->mtrr.def_type), mc->mtrr.nr_used,
		   mc->mtrr.nr_var);
	seq_printf(m, "available: %s, %s\navailable.reason: %s\n",
		   wcbar_avail_yes(avail) ? "yes" : "no",
		   wcbar_avail_text(avail), wcbar_avail_code(avail));
}

static const char *level_name(u32 level)
{
	static const char *const names[] = { "-", "4K", "2M", "1G", "512G" };

	return names[level < ARRAY_SIZE(names) ? level : 0];
}

static void show_bar(struct seq_file *m, const char *key, struct pci_dev *pdev,
		     int bar, const struct wcbar_aperture *ap)
{
	const struct wcbar_evidence *ev = &ap->ev;
	enum wcbar_reason reason = wcbar_reason(ap);
	unsigned long flags;
	char source[16];

	flags = pci_resource_flags(pdev, bar);
	wcbar_mtrr_source_name(ev->mtrr_source, source, sizeof(source));
	seq_printf(m, "%s.bar: %d\n", key, bar);
	seq_printf(m, "%s.start: %#llx\n", key, (u64)ap->start);
	seq_printf(m, "%s.size: %llu\n", key, (u64)ap->size);
	seq_printf(m, "%s.flags: %s%s\n", key,
		   flags & IORESOURCE_MEM_64 ? "64bit" : "32bit",
		   flags & IORESOURCE_PREFETCH ? " pref" : "");
	seq_printf(m, "%s.window: %lu\n", key, ap->window);
	seq_printf(m, "%s.requested: %s\n", key,
		   wcbar_memtype_name(ap->requested));
	seq_printf(m, "%s.reserve: %d\n", key, ap->reserve_ret);
	seq_printf(m, "%s.mtrr_handle: %d\n", key, ap->mtrr_handle);
	seq_printf(m, "%s.obtained: %s\n", key,
		   wcbar_memtype_name(ev->obtained));
	seq_printf(m, "%s.pte: %#018llx\n", key, ev->pte);
	seq_printf(m, "%s.level: %s\n", key, level_name(ev->level));
	seq_printf(m, "%s.slot: %u\n", key, ev->slot);
	seq_printf(m, "%s.mtrr: %s\n", key, wcbar_memtype_name(ev->mtrr));
	seq_printf(m, "%s.mtrr_source: %s\n", key, source);
	seq_printf(m, "%s.effective: %s\n", key,
		   wcbar_memtype_name(ev->effective));
	seq_printf(m, "%s.reason: %s\n", key, wcbar_reason_code(reason));
	seq_printf(m, "%s.why: %s\n", key, wcbar_reason_text(reason));
}

/* Names of what the card can do, separated by commas; "-" for none. */
static void show_can(struct seq_file *m, u32 can)
{
	static const char *const names[] = {
		"bf", "dma", "irq", "emulated", "own-cpu",
	};
	const char *comma = "";
	unsigned int i;

	seq_puts(m, "interface.can: ");
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!(can & BIT(i)))
			continue;
		seq_printf(m, "%s%s", comma, names[i]);
		comma = ",";
	}
	seq_puts(m, comma[0] ? "\n" : "-\n");
}

static void show_interface(struct seq_file *m, const struct wcbar_view *v)
{
	const struct wcbar_port_caps *caps = &v->caps;

	if (!caps->present) {
		seq_printf(m, "interface: none\ninterface.why: %s\n",
			   caps->why);
		return;
	}
	seq_printf(m, "interface: %s\n", caps->name);
	show_can(m, caps->can);
	if (caps->can & WCBAR_PORT_BF)
		seq_printf(m, "interface.buffers: %u of %u bytes from %#llx on\n",
			   caps->bf_count, caps->bf_bytes, caps->bf_base);
	seq_printf(m, "interface.descriptor: %u\n", caps->desc_max);
	seq_printf(m, "interface.reserved: %llu\n", caps->reserved);
	seq_printf(m, "interface.stuck: %d\n", v->stuck);
}

static const char *state_name(struct wcbar_dev *d,
			      const struct wcbar_aperture *ap)
{
	if (wcbar_dev_gone(d))
		return "offline";
	if (!(ap->done & WCBAR_AP_MAPPED))
		return "no-aperture";
	return wcbar_ap_satisfied(ap) ? "ready" : "degraded";
}

/**
 * wcbar_info_show() - the info file
 * @m: where to, its private pointer is the card
 * @unused: not used
 *
 * Shows a copy of the state, so that it does not wait for a run.
 *
 * Context: may sleep.
 * Return: 0.
 */
int wcbar_info_show(struct seq_file *m, void *unused)
{
	struct wcbar_dev *d = m->private;
	struct wcbar_view *v = &d->view;
	struct pci_dev *pdev = d->pdev;

	seq_puts(m, "# wcbar-info/1\n");
	seq_printf(m, "driver: %s\ndriver_version: %s\n", WCBAR_DRIVER,
		   WCBAR_VERSION);
	seq_printf(m, "bdf: %s\nid: %04x:%04x\ncard: %s\n", pci_name(pdev),
		   pdev->vendor, pdev->device, d->card->name);
	seq_printf(m, "kernel: %s\ncpu: %s\n", init_utsname()->release,
		   boot_cpu_data.x86_model_id);
	show_hypervisor(m);
	seq_printf(m, "numa_node: %d\n", dev_to_node(&pdev->dev));
	show_link(m, d);

	mutex_lock(&d->view_lock);
	seq_printf(m, "state: %s\n", state_name(d, &v->ap));
	seq_printf(m, "allow_writes: %d\ntest_card: %d\n",
		   READ_ONCE(d->allow_writes), d->test_card);
	show_machine(m, &v->machine);
	show_bar(m, "aperture", pdev, d->bars.aperture, &v->ap);
	seq_printf(m, "aperture.room: %llu\n", wcbar_room(&v->ap, &v->caps));
	if (v->ap.tried_type != WCBAR_MT_UNKNOWN)
		seq_printf(m, "aperture.refused: %s, %s: %s\n",
			   wcbar_memtype_name(v->ap.tried_type),
			   wcbar_reason_code(v->ap.tried),
			   wcbar_reason_text(v->ap.tried));
	if (d->bars.regs == WCBAR_NO_BAR) {
		seq_puts(m, "regs.bar: none\n");
	} else {
		show_bar(m, "regs", pdev, d->bars.regs, &v->regs);
		seq_printf(m, "regs.writable: %d\n", !d->regs_ret);
	}
	show_interface(m, v);
	mutex_unlock(&d->view_lock);
	return 0;
}
