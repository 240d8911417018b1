// SPDX-License-Identifier: GPL-2.0
/*
 * A made-up card in the folder of a test.
 */
#include "card.h"

#include "tree.h"

static void put(const char *format, const char *bdf, const char *content)
{
	char name[PATH_MAX];

	snprintf(name, sizeof(name), format, bdf);
	if (content)
		tree_file(name, content);
}

/**
 * card_debugfs - the driver's files of a card
 * @bdf: the card
 * @info: its info file, or NULL for none
 * @methods: its methods file, or NULL
 */
void card_debugfs(const char *bdf, const char *info, const char *methods)
{
	put("debug/wcbar/%s/", bdf, "");
	put("debug/wcbar/%s/info", bdf, info);
	put("debug/wcbar/%s/methods", bdf, methods);
}

/**
 * card_sysfs - a PCI function in sysfs
 * @bdf: the function
 * @vendor: its vendor, such as "0x1af4"
 * @device: its device
 * @resource: its resource file
 * @driver: the driver that is bound, or NULL
 */
void card_sysfs(const char *bdf, const char *vendor, const char *device,
		const char *resource, const char *driver)
{
	char name[PATH_MAX], target[PATH_MAX];

	put("sys/bus/pci/devices/%s/vendor", bdf, vendor);
	put("sys/bus/pci/devices/%s/device", bdf, device);
	put("sys/bus/pci/devices/%s/class", bdf, "0x050000\n");
	put("sys/bus/pci/devices/%s/irq", bdf, "11\n");
	put("sys/bus/pci/devices/%s/config", bdf, "");
	put("sys/bus/pci/devices/%s/resource", bdf, resource);
	if (!driver)
		return;
	snprintf(target, sizeof(target), "../../drivers/%s", driver);
	snprintf(name, sizeof(name), "sys/bus/pci/devices/%s/driver", bdf);
	tree_link(name, target);
}
