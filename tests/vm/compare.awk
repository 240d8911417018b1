# SPDX-License-Identifier: GPL-2.0
#
# bench.csv (awk -F, -v size=BYTES): a line for each method at that size, the
# rate on an uncached and on a write-combining map side by side; then what was
# skipped, and why.

NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

$(column["size"]) != size { next }

{
	method = $(column["method"])
	if (!(method in dir))
		methods[++n] = method
	dir[method] = $(column["dir"])

	# the reason is the last field and may hold commas, in quotes then
	reason = $(column["skipped"])
	for (i = column["skipped"] + 1; i <= NF; i++)
		reason = reason "," $i
	gsub(/^"|"$/, "", reason)

	map = $(column["map"])
	if (reason != "") {
		if (!(reason in who))
			reasons[++r] = reason
		if (!((method, reason) in told))
			who[reason] = who[reason] (who[reason] ? ", " : "") method
		told[method, reason] = 1
		next
	}
	gbps[method, map] = $(column["gbps"])
	verified[method] = verified[method] \
		($(column["verified"]) == "true" ? "" : " " map)
}

function rate(method, map)
{
	if (!((method, map) in gbps))
		return "-"
	return sprintf("%.2f", gbps[method, map])
}

END {
	printf "  %-18s %-5s %8s %8s %8s  %s\n", \
		"METHOD", "DIR", "uc", "wc", "wc/uc", "VERIFIED"
	for (i = 1; i <= n; i++) {
		m = methods[i]
		if (!((m, "uc") in gbps) && !((m, "wc") in gbps))
			continue
		ratio = "-"
		if (gbps[m, "uc"] > 0 && (m, "wc") in gbps)
			ratio = sprintf("%.2f", gbps[m, "wc"] / gbps[m, "uc"])
		printf "  %-18s %-5s %8s %8s %8s  %s\n", m, dir[m], \
			rate(m, "uc"), rate(m, "wc"), ratio, \
			verified[m] == "" ? "yes" : "NO:" verified[m]
	}
	for (i = 1; i <= r; i++)
		printf "  skipped, %s: %s\n", reasons[i], who[reasons[i]]
}
