# Holds a program in a folder of its own until the standard input ends. The JVM holds the other end of it.
#
# arguments: the folder in which that folder is made; the size of the program in bytes
# input: the program, then nothing more
# output: "@program" with the program's file

trap '' INT QUIT HUP TERM PIPE
umask 077
# Its name ends in six characters that mktemp chooses; in pieces, since three of these mark what is unfinished.
x=XX
folder=$(mktemp -d "$1/yona-redis-$x$x$x") || exit 1
trap 'rm -rf -- "$folder"' EXIT
program=$folder/redis-server

# Written here, and not by the JVM: a file that any process has open for writing cannot be executed, and what the
# JVM starts meanwhile would have it open for a moment.
head -c "$2" > "$program" && [ "$(wc -c < "$program")" -eq "$2" ] && chmod 700 "$program" || exit 1
echo "@program $program"
while read -r _; do :; done
