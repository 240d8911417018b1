// SPDX-License-Identifier: GPL-2.0
/*
 * Plays the part of the PCI core in error recovery and in a reset: calls what
 * the driver of a device has for it, under the device's lock as the core does.
 * The emulated card has no AER capability and no way to be reset.
 *
 *	# insmod wcbar_recovery.ko bdf=0000:00:04.0
 *	# echo frozen >/sys/module/wcbar_recovery/parameters/step
 *
 * "lose" is what a reset does to the device, or a device that dies: it does
 * not decode memory any more. "healthy" takes the error state back. "sleep"
 * and "wake" put a device with power management into D3hot and back; these
 * need no driver, either.
 */
#include <linux/module.h>
#include <linux/pci.h>

static char *bdf = "";
module_param(bdf, charp, 0444);
MODULE_PARM_DESC(bdf, "addresses of the devices, separated by blanks");

static const char *const votes[] = {
	[PCI_ERS_RESULT_NONE]		= "none",
	[PCI_ERS_RESULT_CAN_RECOVER]	= "can-recover",
	[PCI_ERS_RESULT_NEED_RESET]	= "need-reset",
	[PCI_ERS_RESULT_DISCONNECT]	= "disconnect",
	[PCI_ERS_RESULT_RECOVERED]	= "recovered",
};

static int detected(struct pci_dev *pdev, const struct pci_error_handlers *h,
		    pci_channel_state_t state)
{
	pdev->error_state = state;
	return (__force int)h->error_detected(pdev, state);
}

/* The vote, or 0 for a step without one, or a negative errno. */
static int take_step(struct pci_dev *pdev, const struct pci_error_handlers *h,
		     const char *step)
{
	if (sysfs_streq(step, "normal"))
		return detected(pdev, h, pci_channel_io_normal);
	if (sysfs_streq(step, "frozen"))
		return detected(pdev, h, pci_channel_io_frozen);
	if (sysfs_streq(step, "failed"))
		return detected(pdev, h, pci_channel_io_perm_failure);
	if (sysfs_streq(step, "slot-reset")) {
		pdev->error_state = pci_channel_io_normal;
		return (__force int)h->slot_reset(pdev);
	}
	if (sysfs_streq(step, "resume"))
		h->resume(pdev);
	else if (sysfs_streq(step, "reset-prepare"))
		h->reset_prepare(pdev);
	else if (sysfs_streq(step, "reset-done"))
		h->reset_done(pdev);
	else
		return -EINVAL;
	return 0;
}

static int step_device(struct pci_dev *pdev, const char *step)
{
	int ret = 0;

	device_lock(&pdev->dev);
	if (sysfs_streq(step, "lose"))
		pci_write_config_word(pdev, PCI_COMMAND, 0);
	else if (sysfs_streq(step, "healthy"))
		pdev->error_state = pci_channel_io_normal;
	else if (sysfs_streq(step, "sleep"))
		ret = pci_set_power_state(pdev, PCI_D3hot);
	else if (sysfs_streq(step, "wake"))
		ret = pci_set_power_state(pdev, PCI_D0);
	else if (pdev->driver && pdev->driver->err_handler)
		ret = take_step(pdev, pdev->driver->err_handler, step);
	else
		ret = -ENODEV;
	device_unlock(&pdev->dev);
	if (ret > 0)
		pci_info(pdev, "votes %s\n", votes[ret]);
	return min(ret, 0);
}

static int step_set(const char *val, const struct kernel_param *kp)
{
	unsigned int domain, bus, dev, fn;
	const char *p = bdf;
	struct pci_dev *pdev;
	int used, ret = -ENODEV;

	while (sscanf(p, " %x:%x:%x.%x%n", &domain, &bus, &dev, &fn,
		      &used) == 4) {
		p += used;
		pdev = pci_get_domain_bus_and_slot(domain, bus,
						   PCI_DEVFN(dev, fn));
		if (!pdev)
			return -ENODEV;
		ret = step_device(pdev, val);
		pci_dev_put(pdev);
		if (ret)
			break;
	}
	return ret;
}

static const struct kernel_param_ops step_ops = {
	.set = step_set,
};

module_param_cb(step, &step_ops, NULL, 0200);
MODULE_PARM_DESC(step, "the step to take when it is written");

static int __init recovery_init(void)
{
	return 0;
}
module_init(recovery_init);

static void __exit recovery_exit(void)
{
}
module_exit(recovery_exit);

MODULE_DESCRIPTION("Test only: error recovery and resets as the PCI core does them");
MODULE_LICENSE("GPL");
