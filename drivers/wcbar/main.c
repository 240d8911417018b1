// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar: is write combining really there, and how fast is each way of copying
 * into a PCIe card's aperture?
 *
 * How to use this driver, by example.
 *
 * On the emulated card (QEMU's ivshmem):
 *	# insmod wcbar.ko test_card=1
 *	# cat /sys/kernel/debug/wcbar/0000:00:04.0/info
 *	# echo "method=all map=uc-,wc size=64..32M dir=write" > \
 *		/sys/kernel/debug/wcbar/0000:00:04.0/bandwidth
 *	# cat /sys/kernel/debug/wcbar/0000:00:04.0/bandwidth
 *
 * On a real card, which no other driver may be using:
 *	# insmod wcbar.ko
 *	# echo wcbar > /sys/bus/pci/devices/0000:03:00.0/driver_override
 *	# echo 0000:03:00.0 > /sys/bus/pci/drivers_probe
 *	# echo 1 > /sys/kernel/debug/wcbar/0000:03:00.0/allow_writes
 *
 * Nothing is bound by itself: there is no device table. Nothing is written
 * into a card whose allow_writes is 0. A card is a bus master only while
 * descriptors are posted to it.
 */
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include <wcbar/version.h>

#include "postrun.h"
#include "wcbar.h"

#define WCBAR_TEST_VENDOR	0x1af4	/* QEMU's ivshmem */
#define WCBAR_TEST_DEVICE	0x1110
#define WCBAR_IS_TEST_CARD	1	/* driver_data of that id */

static bool test_card;
module_param(test_card, bool, 0444);
MODULE_PARM_DESC(test_card, "bind QEMU's ivshmem (1af4:1110) and allow writing into it");

static bool force;
module_param(force, bool, 0644);
MODULE_PARM_DESC(force, "accept an aperture that is not prefetchable");

static unsigned int window_mb = 64;
module_param(window_mb, uint, 0644);
MODULE_PARM_DESC(window_mb, "MiB of the aperture to map (default 64; less when the BAR is smaller)");

/**
 * wcbar_dev_view_update() - copy the state for those who only look
 * @d: the card
 *
 * Context: may sleep; caller holds @d->lock (or is still alone in probe).
 */
void wcbar_dev_view_update(struct wcbar_dev *d)
{
	mutex_lock(&d->view_lock);
	d->view.machine = d->machine;
	d->view.ap = d->ap;
	d->view.ap.machine = &d->view.machine;
	d->view.regs = d->regs;
	d->view.regs.machine = &d->view.machine;
	d->view.caps = d->port.caps;
	d->view.stuck = d->port.stuck;
	mutex_unlock(&d->view_lock);
}

static int wcbar_setup_aperture(struct wcbar_dev *d)
{
	struct resource *r = &d->pdev->resource[d->bars.aperture];
	u64 window = (u64)(READ_ONCE(window_mb) ?: 1) << 20;
	int ret;

	window = min_t(u64, window, resource_size(r));
	ret = wcbar_ap_init(&d->ap, &wcbar_ap_kernel_ops, &d->machine,
			    pci_name(d->pdev), r->start, resource_size(r),
			    0, window);
	if (ret)
		return ret;
	ret = wcbar_ap_claim(&d->ap);
	if (ret)
		pci_err(d->pdev, "aperture: BAR%d %pR is held by another driver, see /proc/iomem\n",
			d->bars.aperture, r);
	return ret;
}

static int wcbar_setup_regs(struct wcbar_dev *d)
{
	struct resource *r;
	int ret;

	d->regs_ret = -ENODEV;
	if (d->bars.regs == WCBAR_NO_BAR)
		return 0;
	r = &d->pdev->resource[d->bars.regs];
	ret = wcbar_ap_init(&d->regs, &wcbar_ap_kernel_ops, &d->machine,
			    pci_name(d->pdev), r->start, resource_size(r), 0,
			    min_t(u64, resource_size(r), SZ_1M));
	if (ret)
		return ret;
	ret = wcbar_ap_claim(&d->regs);
	if (ret) {
		pci_err(d->pdev, "registers: BAR%d %pR is held by another driver, see /proc/iomem\n",
			d->bars.regs, r);
		return ret;
	}
	d->regs_ret = wcbar_ap_map_uncached(&d->regs);
	if (d->regs_ret == -EOPNOTSUPP) {
		pci_warn(d->pdev, "registers: BAR%d is effectively %s, so registers will not be written: %s\n",
			 d->bars.regs, wcbar_memtype_name(d->regs.ev.effective),
			 wcbar_reason_text(wcbar_reason(&d->regs)));
		return 0;
	}
	if (d->regs_ret)
		pci_err(d->pdev, "registers: BAR%d cannot be mapped uncached: error %d\n",
			d->bars.regs, d->regs_ret);
	return d->regs_ret;
}

static int wcbar_map_aperture(struct wcbar_dev *d)
{
	int ret;

	ret = wcbar_ap_map(&d->ap, WCBAR_MT_WC);
	if (ret) {
		pci_err(d->pdev, "aperture: BAR%d cannot be mapped write-combining: error %d%s\n",
			d->bars.aperture, ret, ret == -EBUSY ?
			", a holder's memory type conflicts, see pat_memtype_list" : "");
		return ret;
	}
	pci_info(d->pdev, "aperture: BAR%d, %lu MiB of %llu MiB, asked write-combining, obtained %s, effective %s\n",
		 d->bars.aperture, d->ap.window >> 20, (u64)d->ap.size >> 20,
		 wcbar_memtype_name(d->ap.ev.obtained),
		 wcbar_memtype_name(d->ap.ev.effective));
	if (!wcbar_ap_satisfied(&d->ap))
		pci_warn(d->pdev, "aperture: no write combining: %s\n",
			 wcbar_reason_text(wcbar_reason(&d->ap)));
	return 0;
}

/* Is the device there and does it decode memory? Reads only. */
static int wcbar_check_alive(struct pci_dev *pdev)
{
	u16 vendor, command;

	pci_read_config_word(pdev, PCI_VENDOR_ID, &vendor);
	pci_read_config_word(pdev, PCI_COMMAND, &command);
	if (vendor == 0xffff) {
		pci_err(pdev, "the device does not answer\n");
		return -ENODEV;
	}
	if (!(command & PCI_COMMAND_MEMORY)) {
		pci_err(pdev, "memory decode is off\n");
		return -EIO;
	}
	return 0;
}

/* The first load: a device behind a dead link reads as all ones. */
static int wcbar_check_read(struct wcbar_dev *d)
{
	if (ioread32(d->ap.va) != ~0U)
		return 0;
	return wcbar_check_alive(d->pdev);
}

static int wcbar_check_bars(struct wcbar_dev *d)
{
	int ret;

	ret = wcbar_card_check_bar(d->pdev, d->bars.aperture, true,
				   READ_ONCE(force));
	if (ret)
		return ret;
	if (d->bars.regs == WCBAR_NO_BAR)
		return 0;
	if (d->bars.regs == d->bars.aperture) {
		pci_err(d->pdev, "BAR%d cannot be both aperture and registers\n",
			d->bars.regs);
		return -EINVAL;
	}
	return wcbar_card_check_bar(d->pdev, d->bars.regs, false, false);
}

static int wcbar_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct wcbar_dev *d;
	int ret;

	ret = wcbar_card_refuse(pdev);
	if (ret)
		return ret;

	d = kvzalloc(sizeof(*d), GFP_KERNEL);
	if (!d)
		return -ENOMEM;
	d->pdev = pdev;
	d->card = wcbar_card_find(pdev->vendor, pdev->device);
	d->test_card = id && id->driver_data == WCBAR_IS_TEST_CARD;
	d->allow_writes = d->test_card;
	mutex_init(&d->lock);
	mutex_init(&d->view_lock);
	wcbar_run_init(&d->run, &wcbar_run_copies);
	wcbar_run_init(&d->posts, &wcbar_run_posts);
	wcbar_port_init(&d->port, d->card->post, &wcbar_port_kernel_ops, pdev);
	wcbar_auto_builtin(&d->autotab, wcbar_cpu_features());
	strscpy(d->auto_state, "builtin", sizeof(d->auto_state));
	ret = wcbar_card_bars(pdev, d->card, &d->bars) ?: wcbar_check_bars(d);
	if (ret)
		goto err_free;

	ret = pci_enable_device_mem(pdev);
	if (ret) {
		pci_err(pdev, "cannot be enabled: error %d\n", ret);
		goto err_free;
	}
	ret = wcbar_check_alive(pdev);
	if (ret)
		goto err_disable;
	/* firmware or an earlier driver may have left it a bus master */
	pci_clear_master(pdev);

	ret = wcbar_setup_aperture(d);
	if (ret)
		goto err_aperture;
	ret = wcbar_setup_regs(d);
	if (ret)
		goto err_regs;
	ret = wcbar_map_aperture(d);
	if (ret)
		goto err_regs;
	ret = wcbar_check_read(d);
	if (ret)
		goto err_regs;

	wcbar_post_look(d);
	pci_set_drvdata(pdev, d);
	pci_save_state(pdev);
	wcbar_debugfs_add(d);
	return 0;

err_regs:
	wcbar_ap_release(&d->regs);
err_aperture:
	wcbar_ap_release(&d->ap);
err_disable:
	pci_disable_device(pdev);
err_free:
	wcbar_run_free(&d->run);
	kvfree(d);
	return ret;
}

static void wcbar_remove(struct pci_dev *pdev)
{
	struct wcbar_dev *d = pci_get_drvdata(pdev);

	/* ends a run, which wcbar_debugfs_remove() then waits for */
	WRITE_ONCE(d->offline, true);
	wcbar_debugfs_remove(d);
	wcbar_post_release(d);
	wcbar_ap_release(&d->regs);
	wcbar_ap_release(&d->ap);
	pci_disable_device(pdev);
	wcbar_run_free(&d->run);
	wcbar_run_free(&d->posts);
	kvfree(d);
}

/*
 * Nobody touches the card from here on until @offline is taken back: what
 * is going on ends at its next look, and what comes looks under the lock. The
 * lock is not kept, since no callback is sure to follow, and since the core
 * prepares all devices of a bus before it resets any.
 */
static void wcbar_quiesce(struct wcbar_dev *d)
{
	WRITE_ONCE(d->offline, true);
	mutex_lock(&d->lock);
	mutex_unlock(&d->lock);
}

static pci_ers_result_t wcbar_error_detected(struct pci_dev *pdev,
					     pci_channel_state_t state)
{
	wcbar_quiesce(pci_get_drvdata(pdev));
	switch (state) {
	case pci_channel_io_normal:
		return PCI_ERS_RESULT_CAN_RECOVER;
	case pci_channel_io_frozen:
		/*
		 * Still enabled: recovery may fail, and then nothing but
		 * wcbar_remove() follows, which disables the device.
		 */
		return PCI_ERS_RESULT_NEED_RESET;
	default:
		return PCI_ERS_RESULT_DISCONNECT;
	}
}

/* After a reset: is it back? The saved state is used up by restoring it. */
static int wcbar_back(struct pci_dev *pdev)
{
	int ret = wcbar_check_alive(pdev);

	/* what a dead device reads as is no state to go back to */
	if (!ret)
		pci_save_state(pdev);
	return ret;
}

static pci_ers_result_t wcbar_slot_reset(struct pci_dev *pdev)
{
	pci_restore_state(pdev);
	return wcbar_back(pdev) ? PCI_ERS_RESULT_DISCONNECT :
				  PCI_ERS_RESULT_RECOVERED;
}

static void wcbar_error_resume(struct pci_dev *pdev)
{
	struct wcbar_dev *d = pci_get_drvdata(pdev);

	WRITE_ONCE(d->offline, false);
}

static void wcbar_reset_prepare(struct pci_dev *pdev)
{
	wcbar_quiesce(pci_get_drvdata(pdev));
}

static void wcbar_reset_done(struct pci_dev *pdev)
{
	struct wcbar_dev *d = pci_get_drvdata(pdev);

	/* the core has restored what it saved before the reset */
	if (!wcbar_back(pdev))
		WRITE_ONCE(d->offline, false);
}

static int wcbar_suspend(struct device *dev)
{
	wcbar_quiesce(dev_get_drvdata(dev));
	return 0;
}

/* The core has restored config space, which used the saved state up. */
static int wcbar_resume(struct device *dev)
{
	struct wcbar_dev *d = dev_get_drvdata(dev);
	int ret = wcbar_back(d->pdev);

	if (!ret)
		WRITE_ONCE(d->offline, false);
	return ret;
}

static DEFINE_SIMPLE_DEV_PM_OPS(wcbar_pm_ops, wcbar_suspend, wcbar_resume);

static const struct pci_error_handlers wcbar_err_handler = {
	.error_detected	= wcbar_error_detected,
	.slot_reset	= wcbar_slot_reset,
	.resume		= wcbar_error_resume,
	.reset_prepare	= wcbar_reset_prepare,
	.reset_done	= wcbar_reset_done,
};

/* Empty and not exported: cards come by driver_override or test_card. */
static const struct pci_device_id wcbar_ids[] = {
	{ }
};

static struct pci_driver wcbar_driver = {
	.name		= WCBAR_DRIVER,
	.id_table	= wcbar_ids,
	.probe		= wcbar_probe,
	.remove		= wcbar_remove,
	.err_handler	= &wcbar_err_handler,
	.driver.pm	= pm_sleep_ptr(&wcbar_pm_ops),
};

static int __init wcbar_init(void)
{
	int ret;

	wcbar_debugfs_init();
	ret = pci_register_driver(&wcbar_driver);
	if (ret)
		goto err_debugfs;
	if (test_card) {
		ret = pci_add_dynid(&wcbar_driver, WCBAR_TEST_VENDOR,
				    WCBAR_TEST_DEVICE, PCI_ANY_ID, PCI_ANY_ID,
				    0, 0, WCBAR_IS_TEST_CARD);
		if (ret)
			goto err_driver;
	}
	return 0;

err_driver:
	pci_unregister_driver(&wcbar_driver);
err_debugfs:
	wcbar_debugfs_exit();
	return ret;
}

static void __exit wcbar_exit(void)
{
	pci_unregister_driver(&wcbar_driver);
	wcbar_debugfs_exit();
}

module_init(wcbar_init);
module_exit(wcbar_exit);

MODULE_DESCRIPTION("Write combining on PCIe apertures: what is obtained, and how fast it is");
MODULE_AUTHOR("The wcbar authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(WCBAR_VERSION);
