# SPDX-License-Identifier: GPL-2.0
#
# The table of make trace-demo, from two files of `wcbar trace --csv`: without
# and with interrupts.  One line for each method:
#
#	METHOD  STORES  REQUESTS uc  REQUESTS wc  TIMES  EXCESS

# sizes TEXT: "8x12 64x100" as "12 x 8 B, 100 x 64 B"
function sizes(text,	n, parts, i, one, said)
{
	n = split(text, parts, " ")
	for (i = 1; i <= n; i++) {
		split(parts[i], one, "x")
		said = said (i > 1 ? ", " : "") one[2] " x " one[1] " B"
	}
	return said
}

FNR == 1 {
	file++
	delete column
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}
$1 == "total" { next }
file == 1 {
	if (!($1 in uc)) {
		order[++methods] = $1
		stores[$1] = $column["stores"]
	}
	if ($column["map"] == "uc") {
		uc[$1] = sizes($column["by_size"])
		slow[$1] = $column["predicted_ns"]
	} else {
		wc[$1] = sizes($column["by_size"])
		requests[$1] = $column["requests"]
		fast[$1] = $column["predicted_ns"]
	}
}
file == 2 && $column["map"] == "wc" {
	excess[$1] = $column["requests"] - requests[$1]
}
END {
	format = "  %-16s  %8s  %-16s  %-16s  %5s  %6s\n"
	printf format, "METHOD", "STORES", "REQUESTS uc", "REQUESTS wc", "TIMES",
		"EXCESS"
	for (i = 1; i <= methods; i++) {
		m = order[i]
		printf format, m, stores[m], uc[m], wc[m],
			sprintf("%.1f", slow[m] / fast[m]), excess[m]
	}
}
