// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of a "device.<address>" file, in which collect keeps what sysfs says
 * of one PCI function beside its resource file. "key: value" lines under the
 * header "# wcbar-device/1".
 */
#include "system/device.h"

#include "system/keys.h"

static u16 hex16(struct text t)
{
	u64 v;

	return text_hex(&t, &v) ? (u16)v : 0;
}

static bool set_power(struct device *dev, const struct key *key)
{
	/* a device may be in D0 and on its way to sleep */
	if (!text_is(key->value, "D0") && !text_is(key->value, "active") &&
	    !text_is(key->value, "unknown") &&
	    !text_is(key->value, "unsupported") &&
	    !text_is(key->value, "error")) {
		dev->asleep = true;
		dev->power = key->value;
		dev->power_proof = key->proof;
	} else if (!dev->power.len) {
		dev->power = key->value;
		dev->power_proof = key->proof;
	}
	return true;
}

static bool set_wc_files(struct device *dev, struct text t)
{
	size_t i;
	u64 num;

	for (i = 0; i < dev->bars.n; i++)
		dev->bars.items[i].wc_file = 0;
	for (;;) {
		struct text word = text_word(&t);
		struct bar *bar;

		if (!word.len)
			return true;
		if (!text_dec(&word, &num) || num > 5)
			continue;
		bar = device_bar(dev, (int)num);
		if (bar)
			bar->wc_file = 1;
	}
}

static bool set_key(struct device *dev, const struct key *key)
{
	struct text value = key->value;
	u64 v;

	if (text_is(key->name, "vendor")) {
		dev->vendor = hex16(value);
	} else if (text_is(key->name, "device")) {
		dev->id = hex16(value);
	} else if (text_is(key->name, "subsystem_vendor")) {
		dev->subvendor = hex16(value);
	} else if (text_is(key->name, "class")) {
		dev->bridge = text_begins(value, "0x0604");
	} else if (text_is(key->name, "name")) {
		dev->name = value;
	} else if (text_is(key->name, "driver")) {
		dev->driver_known = true;
		dev->driver_proof = key->proof;
		if (!text_is(value, "none"))
			dev->driver = value;
	} else if (text_is(key->name, "power_state") ||
		   text_is(key->name, "runtime_status")) {
		return set_power(dev, key);
	} else if (text_is(key->name, "command") && text_hex(&value, &v)) {
		dev->decode = v & 2 ? 1 : 0;	/* PCI_COMMAND_MEMORY */
		dev->gone = v == 0xffff;
		dev->decode_proof = key->proof;
	} else if (text_is(key->name, "link")) {
		dev->link_proof = key->proof;
		link_parse(&value, &dev->now);
	} else if (text_is(key->name, "max_link")) {
		link_parse(&value, &dev->cap);
	} else if (text_is(key->name, "sriov_numvfs") && text_dec(&value, &v)) {
		dev->numvfs = (unsigned int)v;
	} else if (text_is(key->name, "wc_files")) {
		return set_wc_files(dev, value);
	} else {
		return false;
	}
	return true;
}

/**
 * devfile_read - read a device file
 * @devices: the functions; the one that the file is about is added, or
 *	completed when its resource file has been read
 * @src: the file, which must stay as long as @devices
 * @tally: how many lines were read and understood
 *
 * Return: the function, or NULL when the file does not name one.
 */
struct device *devfile_read(struct devices *devices, const struct source *src,
			    struct tally *tally)
{
	struct text name = text_of(src->name), value;
	struct keys keys = { 0 };
	struct device *dev = NULL;
	char bdf[TEXT_BDF] = "";
	size_t i;

	keys_read(&keys, src, tally);
	value = keys_get(&keys, "bdf");
	if (text_bdf(&value, bdf) || text_find_bdf(&name, bdf)) {
		dev = devices_find(devices, bdf);
		if (!dev)
			dev = devices_add(devices, bdf);
		dev->sysfs = true;
		for (i = 0; i < keys.n; i++)
			set_key(dev, &keys.items[i]);
		if (!dev->head.src && keys.n)
			dev->head = keys.items[0].proof;
	}
	free(keys.items);
	return dev;
}
