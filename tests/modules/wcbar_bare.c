// SPDX-License-Identifier: GPL-2.0
/*
 * The bare loop that the driver's runs are compared with: memcpy_toio() and a
 * store fence between two looks at the clock, and nothing else.
 *
 *	# insmod wcbar_bare.ko bdf=0000:00:04.0 size=33554432
 *	# cat /sys/module/wcbar_bare/parameters/median_ns
 */
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/sort.h>
#include <linux/vmalloc.h>

#define ITERATIONS	8
#define WARMUP		2

static char *bdf = "";
module_param(bdf, charp, 0444);
MODULE_PARM_DESC(bdf, "address of the device");

static ulong size = 32UL << 20;
module_param(size, ulong, 0444);
MODULE_PARM_DESC(size, "bytes to copy into BAR2");

static ulong median_ns;
module_param(median_ns, ulong, 0444);
MODULE_PARM_DESC(median_ns, "result: median of the copies, ns");

static int cmp_u64(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static void measure(void __iomem *va, const void *buf)
{
	u64 ns[ITERATIONS], t;
	int i;

	for (i = -WARMUP; i < ITERATIONS; i++) {
		t = ktime_get_ns();
		memcpy_toio(va, buf, size);
		/* the stores are out before the clock is read */
		wmb();
		t = ktime_get_ns() - t;
		if (i >= 0)
			ns[i] = t;
	}
	sort(ns, ITERATIONS, sizeof(ns[0]), cmp_u64, NULL);
	median_ns = (ns[ITERATIONS / 2 - 1] + ns[ITERATIONS / 2]) / 2;
}

static int __init bare_init(void)
{
	unsigned int domain, bus, dev, fn;
	struct pci_dev *pdev;
	void __iomem *va;
	int ret = -ENOMEM;
	void *buf;

	if (sscanf(bdf, "%x:%x:%x.%x", &domain, &bus, &dev, &fn) != 4)
		return -EINVAL;
	pdev = pci_get_domain_bus_and_slot(domain, bus, PCI_DEVFN(dev, fn));
	if (!pdev)
		return -ENODEV;
	ret = pci_enable_device_mem(pdev);
	if (ret)
		goto out_put;
	ret = -ENOMEM;
	buf = vmalloc(size);
	va = ioremap_wc(pci_resource_start(pdev, 2), size);
	if (buf && va) {
		memset(buf, 0x5a, size);
		measure(va, buf);
		ret = 0;
	}
	if (va)
		iounmap(va);
	vfree(buf);
	pci_disable_device(pdev);
out_put:
	pci_dev_put(pdev);
	return ret;
}

static void __exit bare_exit(void)
{
}

module_init(bare_init);
module_exit(bare_exit);

MODULE_DESCRIPTION("Test only: a bare copy loop to compare with");
MODULE_LICENSE("GPL");
