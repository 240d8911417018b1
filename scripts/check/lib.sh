# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# What the checks in this folder share.  Each check prints its findings, and
# ends with a status other than 0 where there are any.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
top=$PWD

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 2
}

# files [PATTERN...]: the project's files whose names match (as bash's ==).
# What git tracks, where this is a checkout of its own; else all there are.
files()
{
	local file pattern

	if [ -e .git ]; then
		git ls-files
	else
		find . -type f ! -path './build/*' ! -path './out/*' -printf '%P\n'
	fi | while IFS= read -r file; do
		[ -f "$file" ] || continue
		[ $# -gt 0 ] || { echo "$file"; continue; }
		for pattern; do
			# shellcheck disable=SC2053 # it is a pattern
			[[ $file == $pattern ]] || continue
			echo "$file"
			break
		done
	done
}

# c_files: the C sources and headers.
c_files()
{
	files '*.[ch]'
}

# shell_files: scripts for bash and for the guest's shell, by name or by their
# first line.
shell_files()
{
	local file first

	files '*.sh'
	files | while IFS= read -r file; do
		case "$file" in *.sh|*.[ch]|*.md|*.rst) continue ;; esac
		first=
		IFS= read -r first <"$file" 2>/dev/null || true
		case "$first" in
		'#!'*[/\ ]sh|'#!'*[/\ ]bash|'# shellcheck shell='*) echo "$file" ;;
		esac
	done
}

# build_modules NAME KDIR ARGUMENT...: builds all modules in build folders of
# their own and prints what make, compilers and checkers say, with names of
# sources in place of those in the build folders.
build_modules()
{
	local build=$top/build/check/$1
	shift

	mkdir -p "$build"
	exec 7>"$build/lock"
	flock 7
	make_all_modules "$build" "$@" |
		sed -E "s,$build/(driver|tests)/,,g; s,tests/kunit/\.\./\.\./,,g"
	exec 7>&-
}

make_all_modules()
{
	local build=$1 dir
	shift

	scripts/link-sources.sh "$build/driver" Kbuild drivers include
	make_modules "$build/driver" "$@"
	# the suites compile the driver's files, too, and not in the same place
	for dir in tests/modules tests/kunit; do
		[ -f "$dir/Kbuild" ] || continue
		[ "$dir" != tests/kunit ] || tests/kunit/oot/source.sh >/dev/null
		scripts/link-sources.sh "$build/tests" drivers include "$dir"
		make_modules "$build/tests/$dir" "$@" \
			KUNIT_OOT="$top/build/kunit-oot"
	done
}

make_modules()
{
	local folder=$1 kdir=$2
	shift 2

	make -j "$(nproc)" -C "$kdir" M="$folder" KBUILD_MODPOST_WARN=1 "$@" \
		modules 2>&1 7>&- || echo "error: make has failed in $folder"
}

# findings: what is left of the output of a build without what make says of its
# work and without what is none here; true if nothing.
#
# Modules are not linked with KUnit nor, with another compiler than Debian's,
# with a kernel, so that symbols are undefined.  KUnit suites share the objects
# under test, and call functions that never return, of which 6.1's objtool
# does not know.
findings()
{
	! grep -vE '^(make(\[[0-9]+\])?: (Entering|Leaving)|  [A-Z]+ |Skipping BTF)' |
		grep -vE 'modpost: .* undefined!$|modpost: suppressed [0-9]+ unresolved' |
		grep -vE 'Module.symvers is missing|^ +(Modules may not have|You may get many)' |
		grep -vE 'tests/kunit/Kbuild: .* is added to multiple modules' |
		grep -vE '_kunit\.o: warning: objtool: .*(falls through to next function|unexpected end of section)'
}
