// SPDX-License-Identifier: GPL-2.0
/*
 * Holds a BAR, or a part of it, with a memory type, as another driver would.
 *
 *	# insmod wcbar_holder.ko bdf=0000:00:04.0 bar=2 type=uc-
 *
 * type=none holds only the I/O memory region (request=1).
 */
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>

static char *bdf = "";
module_param(bdf, charp, 0444);
MODULE_PARM_DESC(bdf, "address of the device");

static uint bar = 2;
module_param(bar, uint, 0444);
MODULE_PARM_DESC(bar, "number of the BAR");

static char *type = "none";
module_param(type, charp, 0444);
MODULE_PARM_DESC(type, "uc-, uc, wc, wb, or none");

static ulong offset;
module_param(offset, ulong, 0444);
MODULE_PARM_DESC(offset, "start in the BAR, bytes");

static ulong size;
module_param(size, ulong, 0444);
MODULE_PARM_DESC(size, "bytes; 0 for the whole BAR");

static bool request;
module_param(request, bool, 0444);
MODULE_PARM_DESC(request, "claim the BAR in the I/O memory tree");

static struct resource *claimed;
static void __iomem *va;

static int hold(const struct resource *r)
{
	resource_size_t start = r->start + offset;
	size_t len = size ?: resource_size(r) - offset;

	if (!strcmp(type, "none"))
		return 0;
	if (!strcmp(type, "uc-"))
		va = ioremap(start, len);
	else if (!strcmp(type, "uc"))
		va = ioremap_uc(start, len);
	else if (!strcmp(type, "wc"))
		va = ioremap_wc(start, len);
	else if (!strcmp(type, "wb"))
		va = ioremap_cache(start, len);
	else
		return -EINVAL;
	return va ? 0 : -ENOMEM;
}

static int __init holder_init(void)
{
	unsigned int domain, bus, dev, fn;
	struct pci_dev *pdev;
	int ret = -EBUSY;

	if (bar >= PCI_STD_NUM_BARS ||
	    sscanf(bdf, "%x:%x:%x.%x", &domain, &bus, &dev, &fn) != 4)
		return -EINVAL;
	pdev = pci_get_domain_bus_and_slot(domain, bus, PCI_DEVFN(dev, fn));
	if (!pdev)
		return -ENODEV;
	if (request) {
		claimed = request_mem_region(pci_resource_start(pdev, bar),
					     pci_resource_len(pdev, bar),
					     "wcbar_holder");
		if (!claimed)
			goto out;
	}
	ret = hold(&pdev->resource[bar]);
	if (ret && claimed)
		release_mem_region(claimed->start, resource_size(claimed));
out:
	pci_dev_put(pdev);
	return ret;
}

static void __exit holder_exit(void)
{
	if (va)
		iounmap(va);
	if (claimed)
		release_mem_region(claimed->start, resource_size(claimed));
}

module_init(holder_init);
module_exit(holder_exit);

MODULE_DESCRIPTION("Test only: holds a BAR with a memory type");
MODULE_LICENSE("GPL");
