// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about lines of the kernel log, and of what loaders and shells
 * print. For each line the first rule of its kind whose condition holds is
 * used; a line on no known BAR or range counts for the machine.
 */
#include "rules.h"

#define E	(c->e)

static bool wants_wc(const struct context *c)
{
	return E->want == WCBAR_MT_WC;
}

/* Several hold parts of the range, as different types */
static bool holders_differ(const struct context *c)
{
	return E->track < WCBAR_MT_NUM;
}

static bool wc_holders_differ(const struct context *c)
{
	return wants_wc(c) && holders_differ(c);
}

static bool holder_wc(const struct context *c)
{
	return E->got == WCBAR_MT_WC;
}

static bool silently_other(const struct context *c)
{
	return E->want == WCBAR_MT_WC && E->got != WCBAR_MT_WC;
}

static bool silently_wc(const struct context *c)
{
	return E->want != WCBAR_MT_WC && E->got == WCBAR_MT_WC;
}

static bool again_and_again(const struct context *c)
{
	return E->want == WCBAR_MT_WC && E->got == WCBAR_MT_WC && c->freed;
}

static bool granted(const struct context *c)
{
	return E->want == WCBAR_MT_WC && E->got == WCBAR_MT_WC;
}

/*
 * The local APIC and its neighbours. No BAR contains it, so a range that does
 * was computed from garbage.
 */
static bool over_apic(const struct context *c)
{
	return E->start < 0xfee00000 && E->end > 0xfec00000;
}

static bool past_bar(const struct context *c)
{
	return c->s->scope == SCOPE_BAR && c->s->end > c->s->start &&
	       (E->start < c->s->start || E->end > c->s->end);
}

static bool conflict_over_apic(const struct context *c)
{
	return wants_wc(c) && over_apic(c);
}

static bool conflict_past_bar(const struct context *c)
{
	return wants_wc(c) && past_bar(c);
}

static bool is_busy(const struct context *c)
{
	return E->err == -EBUSY;
}

static bool is_invalid(const struct context *c)
{
	return E->err == -EINVAL;
}

static bool is_no_space(const struct context *c)
{
	return E->err == -ENOSPC;
}

static bool is_not_found(const struct context *c)
{
	return E->err == -ENOENT;
}

static bool is_not_permitted(const struct context *c)
{
	return E->err == -EPERM || E->err == -EACCES;
}

static bool is_rejected_key(const struct context *c)
{
	return E->err == -EKEYREJECTED;
}

static bool is_no_key(const struct context *c)
{
	return E->err == -ENOKEY;
}

static bool is_format(const struct context *c)
{
	return E->err == -ENOEXEC;
}

static bool is_no_device(const struct context *c)
{
	return E->err == -ENODEV;
}

static bool is_loaded(const struct context *c)
{
	return E->err == -EEXIST;
}

static bool not_whole_space(const struct context *c)
{
	return E->end != U64_MAX;
}

/* Such as that of the memory controller's counters, on many a machine */
static bool of_no_bar(const struct context *c)
{
	return not_whole_space(c) && c->s->scope == SCOPE_MACHINE;
}

static bool about_release(const struct context *c)
{
	struct text a = E->word, b = E->word2;
	struct text from = text_word(&a), to = text_word(&b);

	return from.len != to.len || memcmp(from.p, to.p, from.len);
}

static bool about_layout(const struct context *c)
{
	return text_is(E->word, "module_layout");
}

static bool about_version(const struct context *c)
{
	return E->err == -EINVAL;
}

static bool forbids_pci(const struct context *c)
{
	return text_has(E->word, "PCI");
}

static bool forbids_module(const struct context *c)
{
	return text_has(E->word, "module");
}

/* Of no interest once the machine itself has given the BAR its address */
static bool host_bar_matters(const struct context *c)
{
	const struct devices *devices = &c->s->ev->devices;
	size_t i, b;

	for (i = 0; i < devices->n; i++)
		for (b = 0; b < devices->items[i].bars.n; b++)
			if (devices->items[i].bars.items[b].num == E->bar &&
			    devices->items[i].bars.items[b].unassigned)
				return true;
	return !devices->n;
}

static bool bar_is_back(const struct context *c)
{
	return c->s->scope == SCOPE_BAR && bar_has_address(c->s->bar);
}

static struct proof by_line(const struct context *c)
{
	return E->proof;
}

#define LOG(kind, code, weight, when, text, next) \
	{ code, ON_ALL, kind, weight, when, text, next, by_line }

static const struct rule items[] = {
	/* requests for a memory type */
	LOG(KLOG_PAT_CONFLICT, "range-of-garbage", W_FAILS, conflict_over_apic,
	    "{Who} asked for {want} over {erange} ({esize}), which runs over the interrupt controllers at 0xfec00000 and into ranges that are {got}: no BAR is like that, the size was computed from garbage.",
	    "Bound every range by its BAR before reserving or mapping it."),
	LOG(KLOG_PAT_CONFLICT, "range-past-bar", W_FAILS, conflict_past_bar,
	    "{Who} asked for {want} over {erange}, which runs out of {Bar} into a range that is {got}.",
	    "Bound every range by its BAR before reserving or mapping it."),
	LOG(KLOG_PAT_CONFLICT, "conflict-of-holders", W_FAILS,
	    wc_holders_differ,
	    "{Who} asked for {want} over {erange}, of which one part is held as {track} and another as {got}: the kernel refused with EBUSY.",
	    "Find the holders with wcbar memtype; map each part by itself, with the type that it has."),
	LOG(KLOG_PAT_CONFLICT, "conflict-of-holders", W_NOTE, holders_differ,
	    "{Who} asked for {want} over {erange}, of which one part is held as {track} and another as {got}: the kernel refused with EBUSY.",
	    "Find the holders with wcbar memtype; map each part by itself, with the type that it has."),
	LOG(KLOG_PAT_CONFLICT, "conflict-holder-wc", W_NOTE, holder_wc,
	    "{Who} asked for {want} over {erange}, which a driver holds as write-combining: the kernel refused with EBUSY.",
	    "Map {resource}_wc instead of {resource}, which asks for the type that the holder has; or unbind the driver that holds the BAR. EBUSY says that a holder has another type; EINVAL that a type does not fit the mapping, or that a driver owns the BAR."),
	LOG(KLOG_PAT_CONFLICT, "conflict", W_FAILS, wants_wc,
	    "{Who} asked for write-combining over {erange}, which is held as {got}: the kernel refused with EBUSY.",
	    "Find the holder with wcbar memtype and release it, or have it map the range write-combining."),
	LOG(KLOG_PAT_CONFLICT, "conflict", W_WARN, NULL,
	    "{Who} asked for {want} over {erange}, which is held as {got}: the kernel refused with EBUSY.",
	    "Ask for the type that the holder has, or release the holder."),
	LOG(KLOG_PAT_FAILED, "request-failed", W_FAILS, wants_wc,
	    "A request for write-combining over {erange} failed.",
	    "The line before it names the conflict."),
	LOG(KLOG_PAT_FAILED, "request-failed", W_NOTE, NULL,
	    "A request for {want} over {erange} failed.", NULL),
	LOG(KLOG_PAT_ADDED, "asked-wc-got-other", W_FAILS, silently_other,
	    "Write-combining was asked for over {erange} and {got} was given, without any error: {met} is held as {got} and its type won.",
	    "Have the first holder of the range map it write-combining (ioremap_wc()), or leave that part out of its map."),
	LOG(KLOG_PAT_ADDED, "got-wc-unasked", W_WARN, silently_wc,
	    "{Want} was asked for over {erange} and write-combining was given, without any error: an earlier mapping has that type.",
	    "Do not use the mapping for registers."),
	LOG(KLOG_PAT_ADDED, "map-unmap-storm", W_WARN, again_and_again,
	    "{Erange} was mapped write-combining {count} and given back {freed} in this log{held}. Every pair searches the list of memory types and flushes.",
	    "Map the range once and keep the mapping."),
	LOG(KLOG_PAT_ADDED, "granted-wc", W_GOOD, granted,
	    "Write-combining was granted over {erange} when it was asked for.",
	    NULL),
	LOG(KLOG_PAT_BAD_FREE, "freed-unheld", W_WARN, NULL,
	    "{Who} gave back {erange}, which was not held like that: a release with another start or size than its reservation.",
	    "Release exactly the range that was reserved."),
	LOG(KLOG_MAP_EXPECTED, "mmap-type-mismatch", W_FAILS, NULL,
	    "{Who} wanted to map {erange} {want} (mmap), but the kernel has it mapped {got}: refused with EINVAL, which is a mismatch of types.",
	    "Map the range with the type that its holder has ({got}), or have the driver that maps it {got} use another type."),
	LOG(KLOG_MAP_RAM, "mmap-of-ram", W_FAILS, NULL,
	    "{Who} wanted {erange} as {want}, but it is memory (RAM), which stays {got}: the kernel refused with EINVAL.",
	    "Check the address: this is not a BAR. Memory keeps the type of the kernel's own map of it."),
	LOG(KLOG_IOREMAP_TYPE, "ioremap-type", W_FAILS, NULL,
	    "ioremap() of {erange} asked for {want} ({wantnum}) and would have got {got} ({gotnum}), which it must not accept.",
	    "Something else maps the range {got}: look in /proc/iomem what it is. Numbers in such lines: 0 write-back, 1 write-combining, 2 uncached-minus, 3 uncached, 4 write-through, 5 write-protected."),
	LOG(KLOG_IOREMAP_FAILED, "ioremap-refused", W_FAILS, is_busy,
	    "An ioremap() was refused with EBUSY: the range is held with another memory type.",
	    "The lines before it name range and holder."),
	LOG(KLOG_IOREMAP_FAILED, "ioremap-refused", W_FAILS, NULL,
	    "An ioremap() was refused with {err}: its range or size makes no sense.",
	    "Bound every range by its BAR before mapping it."),
	LOG(KLOG_ATTR_FAILED, "kernel-map-unchanged", W_WARN, NULL,
	    "The kernel's own mapping of {erange} could not be made {want}.",
	    NULL),
	LOG(KLOG_NEEDS_NOPAT, "driver-needs-nopat", W_FAILS, NULL,
	    "{Who} refuses to work while PAT is on: it needs an MTRR for its range, because another mapping of the BAR makes ioremap_wc() give uncached-minus.",
	    "Boot with nopat if the card is worth it: with PAT off, arch_phys_wc_add() sets an MTRR."),
	LOG(KLOG_WARNING, "kernel-warning", W_WARN, NULL,
	    "The kernel's code for memory types warned (in {word}).",
	    "Look at the lines around it for the driver and the range."),

	/* MTRRs */
	LOG(KLOG_MTRR_OVERLAP, "mtrr-overlap", W_FAILS, NULL,
	    "An MTRR for {erange} ({esize}) was refused because it overlaps {inway}.",
	    "Ask for the range that is there, or remove the other one first: echo \"disable={inwaynum}\" > /proc/mtrr. With PAT on no MTRR is needed."),
	LOG(KLOG_MTRR_MISMATCH, "mtrr-mismatch", W_FAILS, NULL,
	    "An MTRR of type {want} for {erange} was refused because {inway} has type {got}.",
	    "Remove the other one first (/proc/mtrr). With PAT on no MTRR is needed."),
	LOG(KLOG_MTRR_FULL, "mtrr-full", W_NOTE, NULL,
	    "A driver found no MTRR free ('no more MTRRs available'). This is not fatal: with PAT on no MTRR is needed.",
	    "Count the free ones first (/proc/mtrr); use ioremap_wc(), which needs none."),
	LOG(KLOG_MTRR_ALIGN, "mtrr-shape", W_WARN, NULL,
	    "An MTRR was refused because of its shape: its size must be a power of two and its base a multiple of that.",
	    "Use ioremap_wc(), which needs no MTRR."),
	LOG(KLOG_MTRR_ADVICE, "mtrr-not-set", W_NOTE, NULL,
	    "A driver reports that it got no write-combining MTRR. That only matters while PAT is off.",
	    NULL),
	LOG(KLOG_MTRR_HUGE, "mtrr-splits-pages", W_NOTE, NULL,
	    "MTRRs of different types lie over {erange}, so the kernel maps it with small pages.",
	    NULL),

	/* BARs */
	LOG(KLOG_BAR_NO_SPACE, "no-space-once", W_NOTE, bar_is_back,
	    "The kernel found no room for a {ebar}{ewanted}; it now has {size}.",
	    "Go by its size and address of now."),
	LOG(KLOG_BAR_NO_SPACE, "no-space", W_RULES_OUT, NULL,
	    "The kernel found no room for a {ebar}{ewanted}.",
	    "Enable 'Above 4G decoding' in the firmware setup, or boot with pci=realloc."),
	LOG(KLOG_BAR_INVALID, "driver-finds-no-bar", W_RULES_OUT, NULL,
	    "The driver finds {ebar} of {ebdf} with size 0 at address 0: it was given no address.",
	    "Enable 'Above 4G decoding' in the firmware setup; in a virtual machine give it a larger 64-bit MMIO window."),
	LOG(KLOG_BAR_CLAIM, "cannot-claim", W_WARN, NULL,
	    "The kernel could not use the address that the firmware gave {ebar} ({erange}): {word}.",
	    "See later in the log whether it got another one."),
	LOG(KLOG_BAR_RESERVED, "cannot-reserve", W_FAILS, NULL,
	    "{Who} could not reserve {ebar} of {ebdf} ({erange}): {taken_by}.",
	    "{taken_next}"),
	LOG(KLOG_BAR_RESIZE, "resize-no-space", W_WARN, is_no_space,
	    "Resizing {ebar} was refused with ENOSPC: the window of the bridge above has no room{sharing}. A refused resize leaves the BARs as they are: read their addresses and sizes again.",
	    "Release or remove what shares the window, or have the firmware give the bridge a larger one."),
	LOG(KLOG_BAR_RESIZE, "resize-refused", W_WARN, NULL,
	    "Resizing {ebar} of {ebdf} was refused with {err}: another BAR in the same window is in use.",
	    "Read all BARs of the function again before using one: some may have lost their address. Unbind the driver before resizing."),
	LOG(KLOG_WINDOW_NO_SPACE, "bridge-no-space", W_NOTE, NULL,
	    "The bridge {ebdf} got no window{ewanted}.",
	    "Enable 'Above 4G decoding' in the firmware setup, or boot with pci=realloc."),
	LOG(KLOG_ENABLE_FAILED, "cannot-enable", W_RULES_OUT, NULL,
	    "The device {ebdf} could not be enabled: a BAR of it has no usable address.",
	    "Enable 'Above 4G decoding' in the firmware setup, or boot with pci=realloc."),
	LOG(KLOG_SPANS, "range-runs-out", W_NOTE, of_no_bar,
	    "A mapping of {erange} was asked for, which runs out of {word} ({erange2}). It begins in no BAR that is known here.",
	    NULL),
	LOG(KLOG_SPANS, "range-runs-out", W_FAILS, not_whole_space,
	    "A mapping of {erange} was asked for, which runs out of {word} ({erange2}).",
	    "Bound every range by its BAR before mapping it."),
	LOG(KLOG_SPANS, "range-of-zero", W_FAILS, NULL,
	    "The whole address space was asked for: start 0 and length 0 of a BAR without an address.",
	    "A driver must look at the length of a BAR before it reserves or maps it."),
	LOG(KLOG_PROBE, "probe-failed", W_NOTE, is_busy,
	    "The probe of {who} for {ebdf} failed with EBUSY: something else owns a BAR or the device.",
	    NULL),
	LOG(KLOG_PROBE, "probe-failed", W_NOTE, NULL,
	    "The probe of {who} failed with {err}.", NULL),
	LOG(KLOG_POWER, "power-state", W_RULES_OUT, NULL,
	    "The device {ebdf} did not come back from a low-power state (from {word}).",
	    "Disable runtime power management for it: echo on > /sys/bus/pci/devices/{ebdf}/power/control."),
	LOG(KLOG_LINK, "link-limited", W_WARN, NULL,
	    "The link of {ebdf} is limited to {word}; the card could do {word2}.",
	    "Check slot and risers; use a slot with a wider or faster link."),
	LOG(KLOG_USER_MMAP, "mmap-failed", W_FAILS, is_busy,
	    "A program's mmap of {resource} failed with EBUSY: another mapping of the BAR has another memory type.",
	    "Map {resource}_wc where the holder's type is write-combining, or unbind the driver."),
	LOG(KLOG_USER_MMAP, "mmap-failed", W_FAILS, is_invalid,
	    "A program's mmap of {resource} failed with EINVAL: the type does not fit the mapping that exists, or a driver owns the BAR (IO_STRICT_DEVMEM), or the range runs out of the BAR.",
	    "Unbind the driver, or map {resource}_wc where the holder's type is write-combining."),
	LOG(KLOG_USER_MMAP, "mmap-failed", W_FAILS, is_not_permitted,
	    "A program's mmap of {resource} was not permitted: lockdown (Secure Boot) forbids it, or it was not root.",
	    "Run as root; with Secure Boot use a signed driver."),
	LOG(KLOG_USER_MMAP, "wc-file-missing", W_FAILS, is_not_found,
	    "There is no {resource}_wc: the BAR is not prefetchable, or PAT is off.",
	    "Look at the flags of the BAR (lspci -vv) and at the PAT line of the boot log."),

	/* modules */
	LOG(KLOG_MODULE, "module-key-rejected", W_FAILS, is_rejected_key,
	    "Module {who} was not loaded: it is signed with a key that the kernel does not trust.",
	    "Enroll the key (mokutil --import) or sign the module with an enrolled one."),
	LOG(KLOG_MODULE, "module-key-missing", W_FAILS, is_no_key,
	    "Module {who} was not loaded: it is not signed, or not with a key that the kernel has, and Secure Boot or the kernel's configuration demands that.",
	    "Sign the module with an enrolled key, or disable Secure Boot."),
	LOG(KLOG_MODULE, "module-format", W_FAILS, is_format,
	    "Module {who} was not loaded: it was built for another kernel (invalid module format).",
	    "Build it against the headers of the running kernel, uname -r; dmesg names the difference."),
	LOG(KLOG_MODULE, "module-invalid", W_FAILS, is_invalid,
	    "Module {who} was not loaded ('{word}', EINVAL): a symbol that it uses has another version, or one of its parameters is wrong.",
	    "Look for 'disagrees about version of symbol' or 'Unknown symbol' in the log, and build it against the running kernel."),
	LOG(KLOG_MODULE, "module-busy", W_FAILS, is_busy,
	    "Module {who} was not loaded: its start found the device or a range of it in use by another driver (EBUSY).",
	    "Find the owner in /proc/iomem and unbind it."),
	LOG(KLOG_MODULE, "module-not-permitted", W_FAILS, is_not_permitted,
	    "Module {who} was not loaded: not permitted, by lockdown (Secure Boot) or because it was not root.",
	    "Run as root; with Secure Boot sign the module with an enrolled key."),
	LOG(KLOG_MODULE, "module-no-device", W_FAILS, is_no_device,
	    "Module {who} was not loaded: its start found no device for it.",
	    "Check with lspci that the card is there."),
	LOG(KLOG_MODULE, "module-loaded", W_NOTE, is_loaded,
	    "Module {who} is loaded already.", NULL),
	LOG(KLOG_MODULE, "module-failed", W_FAILS, is_not_found,
	    "Module {who} was not loaded: the file, or a symbol that it needs, was not found.",
	    "Look for 'Unknown symbol' in the log, and load the modules that it depends on first (modprobe does)."),
	LOG(KLOG_MODULE, "module-failed", W_FAILS, NULL,
	    "Module {who} was not loaded: {word}.", NULL),
	LOG(KLOG_MODULE_MAGIC, "module-version-magic", W_FAILS, about_release,
	    "Module {who} was built for kernel '{word}' but the running one is '{word2}' (version magic).",
	    "Build it against the headers of the running kernel; after a kernel update, boot the new kernel first."),
	LOG(KLOG_MODULE_MAGIC, "module-version-magic", W_FAILS, NULL,
	    "Module {who} was built for the same release but with another configuration: its version magic is '{word}', the kernel's '{word2}'.",
	    "Build it against the headers of the running kernel."),
	LOG(KLOG_MODULE_SYMBOL, "module-symbol-version", W_FAILS, about_layout,
	    "Module {who} disagrees with the kernel about the layout of a module: it was built with another configuration or compiler, or without the kernel's Module.symvers.",
	    "Build it against the headers of the running kernel."),
	LOG(KLOG_MODULE_SYMBOL, "module-symbol-version", W_FAILS, NULL,
	    "Module {who} was built against another version of symbol {word}.",
	    "Build it against the running kernel and, where another module exports the symbol, against the Module.symvers of that one."),
	LOG(KLOG_MODULE_UNKNOWN, "module-symbol-version", W_FAILS,
	    about_version,
	    "Module {who} could not use symbol {word}: its version is another one (err -22).",
	    "Build it against the kernel and the modules that run."),
	LOG(KLOG_MODULE_UNKNOWN, "module-symbol-missing", W_FAILS, NULL,
	    "Module {who} needs symbol {word}, which nothing exports here.",
	    "Load the module that exports it first; or the symbol is GPL-only, or gone in this kernel."),
	LOG(KLOG_MODULE_KEY, "module-key-rejected", W_FAILS, NULL,
	    "The kernel refused a module because of its signature.",
	    "Enroll the key (mokutil --import) or sign the module with an enrolled one."),
	LOG(KLOG_LOCKDOWN, "lockdown-module", W_FAILS, forbids_module,
	    "Lockdown (Secure Boot) forbade {who} {word}.",
	    "Sign the module with an enrolled key, or disable Secure Boot."),
	LOG(KLOG_LOCKDOWN, "lockdown-pci", W_FAILS, forbids_pci,
	    "Lockdown (Secure Boot) forbade {who} {word}: mapping BARs through sysfs fails with EPERM.",
	    "Use a signed driver, or disable Secure Boot."),
	LOG(KLOG_LOCKDOWN, "lockdown", W_NOTE, NULL,
	    "The kernel is locked down ({word}): programs cannot map BARs through sysfs, and unsigned modules are refused.",
	    NULL),
	LOG(KLOG_HOST_BAR, "host-bar", W_NOTE, host_bar_matters,
	    "On the host {ebar} of {ebdf} has {esize}{epref}: the virtual machine must give it a window of that size.",
	    "In the virtual machine's settings enlarge the 64-bit MMIO window (VMware: pciPassthru.use64bitMMIO and pciPassthru.64bitMMIOSizeGB; QEMU: firmware with a large 64-bit window)."),
};

const struct rules event_rules = { items, ARRAY_SIZE(items) };
