# Runs a server until the standard input ends. The JVM holds the other end of it, so that is when it is closed, or
# when the JVM ends, in whatever way. Then the server is killed, and its folder and socket are removed.
#
# arguments: the folder in which the server's own is made; the server; its Unix socket, or nothing
# input: the lines of the configuration, an empty line, then nothing more
# output: "@folder" and "@server" with the server's folder and process, what the server says, and "@end" with its status

# Who presses Control-C means the program, which may need the server until it has cleaned up. And nobody may listen.
trap '' INT QUIT HUP TERM PIPE
umask 077
# Its name ends in six characters that mktemp chooses; in pieces, since three of these mark what is unfinished.
x=XX
folder=$(mktemp -d "$1/yona-redis-$x$x$x") || exit 1
socket=$3

clean() {
  rm -rf -- "$folder"
  rm -f -- ${socket:+"$socket"}
}
trap clean EXIT

complete=
while IFS= read -r line; do
  [ -n "$line" ] || {
    complete=yes
    break
  }
  printf '%s\n' "$line"
done > "$folder/redis.conf"
[ -n "$complete" ] || exit 1

# The server handles those signals itself: a session of its own keeps them away, where the system has the command.
if command -v setsid > /dev/null; then
  set -- setsid "$2"
else
  set -- "$2"
fi
echo "@folder $folder"
exec 3<&0 < /dev/null
(
  cd -- "$folder" && exec "$@" redis.conf
) 3<&- &
server=$!
# It cleans up too: somebody may have killed the shell that waits below.
{
  while read -r _; do :; done
  kill -KILL "$server"
  clean
} <&3 3<&- > /dev/null 2>&1 &
watcher=$!
exec 3<&-
echo "@server $server"

wait "$server"
status=$?
kill -KILL "$watcher"
echo "@end $status"
