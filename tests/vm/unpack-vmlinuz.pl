#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# The kernel inside a bzImage, as QEMU boots it by itself: an emulated CPU
# takes up to five seconds to unpack it, each time.
#
#	tests/vm/unpack-vmlinuz.pl VMLINUZ VMLINUX
#
# Says in one line, and exits with 1, where that cannot be: another format, the
# program that unpacks it is not here, or a kernel without an entry for PVH
# (CONFIG_PVH), which is the only one that QEMU takes in an ELF file.
#
# The header: Documentation/arch/x86/boot.rst of the kernel, offsets 0x1f1,
# 0x202, 0x206, 0x248 and 0x24c.  The last four bytes of the payload are its
# unpacked size; gzip has them in its own format, else they follow it.
use strict;
use warnings;

my ($from, $to) = @ARGV;
die "usage: unpack-vmlinuz.pl VMLINUZ VMLINUX\n" unless @ARGV == 2;

sub cannot {
	print STDERR "unpack-vmlinuz.pl: $from: @_\n";
	exit 1;
}

sub contents {
	open(my $file, '<:raw', $_[0]) or cannot("$_[0]: $!");
	local $/;
	return scalar <$file> // cannot("$_[0]: $!");
}

my $image = contents($from);
cannot('this is no bzImage')
	unless length $image > 0x250 && substr($image, 0x202, 4) eq 'HdrS' &&
	unpack('v', substr $image, 0x206, 2) >= 0x208;
my ($at, $length) = unpack 'VV', substr $image, 0x248, 8;
$at += 512 * (1 + (unpack('C', substr $image, 0x1f1, 1) || 4));
cannot('it is cut off') if $length < 8 || $at + $length > length $image;
my $payload = substr $image, $at, $length;
my $size = unpack 'V', substr $payload, -4;

my $program;
if ($payload =~ /^\x1f\x8b/) {
	$program = 'gzip';
} else {
	$payload = substr $payload, 0, -4;
	$program = 'xz' if $payload =~ /^\xfd7zXZ\0/;
	$program = 'zstd' if $payload =~ /^\x28\xb5\x2f\xfd/;
}
cannot('packed in a way that is not known here') unless $program;
cannot("$program is not installed")
	unless grep { -x "$_/$program" } split /:/, $ENV{PATH};
open(my $packed, '>:raw', "$to.packed") or cannot("$to.packed: $!");
print $packed $payload;
close $packed or cannot("$to.packed: $!");
my $status = system "$program -dc <'$to.packed' >'$to'";
unlink "$to.packed";
cannot("$program could not unpack it") if $status || -s $to != $size;

# has_pvh ELF: a note of Xen's, number 18, has the address of the entry
sub has_pvh {
	my ($elf) = @_;
	my ($table, $each, $count) = unpack 'x32 Q< x14 v v', $elf;

	return 0 unless $elf =~ /^\x7fELF\x02\x01/;
	for my $i (0 .. $count - 1) {
		my ($type, $offset, $bytes) = unpack 'V x4 Q< x16 Q<',
			substr $elf, $table + $i * $each, $each;
		next unless $type == 4;
		my $notes = substr $elf, $offset, $bytes;
		while (length $notes >= 12) {
			my ($name, $desc, $number) = unpack 'V3', $notes;
			return 1 if $number == 18 &&
				substr($notes, 12, $name) eq "Xen\0";
			my $next = 12 + ($name + 3 & ~3) + ($desc + 3 & ~3);
			last if $next > length $notes;
			$notes = substr $notes, $next;
		}
	}
	return 0;
}

unless (has_pvh(contents($to))) {
	unlink $to;
	cannot('it has no PVH entry');
}
