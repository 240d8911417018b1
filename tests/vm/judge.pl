#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# Judges one boot: the guest's own results (TAP), how QEMU ended and what the
# kernel said on the console.  Prints one TAP document: the guest's tests, then
# the harness's own about the boot itself.  Exit status 0 only if all passed.
#
#	judge.pl --tap FILE --console FILE --status N [--timeout S]
#		[--allow REGEX]... [--expect REGEX]... [--reference-card TEXT]
#
# --allow takes lines out of the search for fatal messages, --expect does and
# fails unless such a line is there. --reference-card says what was wrong with
# the end of that process, or nothing.

use strict;
use warnings;
use Getopt::Long;

# What no kernel may say in a test that does not expect it.
my @fatal = (
	qr/\bBUG\b/,
	qr/\bWARNING: /,
	qr/\bOops\b/,
	qr/Kernel panic/,
	qr/general protection fault/,
	qr/\b(?:KASAN|KCSAN|KFENCE|UBSAN): /,
	qr/kmemleak: \d+ new suspected/,
	qr/unreferenced object 0x/,
	qr/possible (?:circular locking|recursive locking|irq lock inversion)/,
	qr/INFO: possible recursive/,
	qr/suspicious RCU/,
	qr/inconsistent lock state/,
	qr/sleeping function called from invalid/,
	qr/(?:held lock freed|lock held when returning to user space)/,
	qr/\bstall(?:s|ed)? (?:on|detected)|self-detected stall/,
	qr/(?:soft|hard) lockup|LOCKUP/,
	qr/hung task|blocked for more than \d+ seconds/,
	qr/freeing invalid memtype/,
	qr/memtype_reserve failed/,
	qr/ioremap error/,
	qr/mapping multiple BARs/,
	qr/nonexistent resource/,
	qr/conflicting memory types/,
	qr/segfault at|traps: /,
);

my ($tap_file, $console_file, $status, $timeout) = (undef, undef, undef, 0);
my (@allow, @expect, $reference);
GetOptions('tap=s' => \$tap_file, 'console=s' => \$console_file,
	   'status=i' => \$status, 'timeout=i' => \$timeout,
	   'allow=s' => \@allow, 'expect=s' => \@expect,
	   'reference-card=s' => \$reference)
	and defined $tap_file and defined $console_file and defined $status
	or die "usage: judge.pl --tap FILE --console FILE --status N ...\n";

my $count = 0;
my $bad = 0;

# report one test of the harness, with lines that explain a failure
sub check
{
	my ($passed, $what, @why) = @_;

	$count++;
	$bad++ unless $passed;
	print $passed ? "ok" : "not ok", " $count - $what\n";
	return if $passed;
	print "# $_\n" for @why;
}

sub lines_of
{
	my ($file) = @_;

	# a file that is not there is one that nothing was written to
	open(my $fh, '<', $file) or return ();
	my @lines = <$fh>;
	s/[\r\n]+$// for @lines;
	return @lines;
}

# The guest's tests, renumbered; other lines as they are.  An "ok" that was cut
# in the middle of its line has no line end and is not seen as a result, as the
# missing last line then fails the boot.
sub guest_tests
{
	my ($planned, $plans, $end) = (0, 0, undef);

	for (lines_of($tap_file)) {
		if (/^(not )?ok\b\s*\d*\s*(.*)/) {
			$count++;
			my ($not, $rest) = ($1 // '', $2);
			$bad++ if $not;
			print "${not}ok $count", length $rest ? " $rest" : '',
				"\n";
		} elsif (/^1\.\.(\d+)/) {
			$planned += $1;
			$plans++;
		} elsif (/^# guest ended with status (\d+)$/) {
			$end = $1;
		} elsif (/^Bail out!/) {
			check(0, "the guest goes on to its end", $_);
		} elsif (length) {
			print /^#/ ? '' : '# ', "$_\n";
		}
	}
	return ($planned, $plans, $end);
}

# Lines of the console that are fatal, and expectations that were not met.
sub scan_console
{
	my @lines = lines_of($console_file);
	my %met;
	my @found;

	for my $line (@lines) {
		# the tests' own results stand in the log too
		next if $line =~ /^\[ *[\d.]+\] wcbar-test: /;
		my @hits = grep { $line =~ /$_/ } @expect;
		$met{$_} = 1 for @hits;
		next if @hits or grep { $line =~ /$_/ } @allow;
		push @found, $line if grep { $line =~ $_ } @fatal;
	}
	return (scalar @lines, \@found, [grep { !$met{$_} } @expect]);
}

my ($planned, $plans, $end) = guest_tests();
my $ran = $count;
my ($length, $found, $unmet) = scan_console();
my @tail = (lines_of($console_file));
@tail = @tail[-25 .. -1] if @tail > 25;

check($status == 0 && defined $end, "the guest ends by itself",
      $status == 124 ? "stopped after $timeout seconds" :
      $status != 0 ? "QEMU ended with status $status" :
      "the last line of its results is missing: it crashed or was cut off",
      "end of $console_file:", @tail);
check($plans > 0 && $planned == $ran && $ran > 0,
      "the guest ran the tests it planned",
      $plans ? "planned $planned, ran $ran" : "no plan after $ran tests");
check(!defined $end || $end == 0, "the guest script ends without an error",
      "status " . ($end // '?'));
check($length > 0, "the kernel speaks on the console", "$console_file is empty");
check(!@$found, "the kernel complains about nothing",
      "in $console_file:", @$found > 20 ? (@$found[0 .. 19], '...') : @$found);
check(0, "the kernel says what was expected: $_") for @$unmet;
check($reference eq '', "the reference card ends with the machine", $reference)
	if defined $reference;
print "1..$count\n";
exit($bad ? 1 : 0);
