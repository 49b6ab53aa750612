# Runs a PostgreSQL server until the standard input ends. The JVM holds the other end of it, so that is when it is
# closed, or when the JVM ends, in whatever way. Then the server is killed, and its folder is removed.
#
# arguments: the folder in which the server's own is made; the port
# input: when the programs are in the folder, a line with the password; then nothing more
# output: "@folder" with the server's folder, "@server" with its process, what the server says, "@end" with its status

# Who presses Control-C means the program, which may need the server until it has cleaned up. And nobody may listen.
trap '' INT QUIT HUP TERM PIPE
umask 077
# Its name ends in six characters that mktemp chooses; in pieces, since three of these mark what is unfinished.
x=XX
folder=$(mktemp -d "$1/yona-postgres-$x$x$x") || exit 1
port=$2

clean() {
  rm -rf -- "$folder"
}
trap clean EXIT

echo "@folder $folder"
IFS= read -r password || exit 1
printf '%s\n' "$password" > "$folder/password"

# PostgreSQL refuses to be the superuser's.
as=
if [ "$(id -u)" = 0 ]; then
  chown -R nobody "$folder"
  if command -v setpriv > /dev/null; then
    as="setpriv --reuid=nobody --clear-groups"
  elif command -v runuser > /dev/null; then
    as="runuser -u nobody --"
  else
    echo "PostgreSQL does not run as the superuser, and neither setpriv nor runuser is there to become another"
    exit 1
  fi
fi
cd -- "$folder" || exit 1
$as test -r "$folder/password" || {
  echo "the server runs as nobody, who cannot come to $folder: java.io.tmpdir has to be a folder for all"
  exit 1
}
$as "$folder/program/bin/initdb" -D "$folder/data" -U postgres -A scram-sha-256 --pwfile="$folder/password" \
  --no-sync --no-instructions -E UTF8 --no-locale < /dev/null > "$folder/initdb.log" 2>&1 || {
  status=$?
  cat "$folder/initdb.log"
  echo "@end $status"
  exit 1
}

# The server handles those signals itself: a session of its own keeps them away, where the system has the command.
if command -v setsid > /dev/null; then
  as="setsid $as"
fi
exec 3<&0 < /dev/null
(
  exec $as "$folder/program/bin/postgres" -D "$folder/data" -p "$port" -h 127.0.0.1 -k "" \
    -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=100
) 3<&- &
server=$!
# It cleans up too: somebody may have killed the shell that waits below.
{
  while read -r _; do :; done
  # An immediate shutdown, for which the server kills its own processes first.
  kill -QUIT "$server"
  clean
} <&3 3<&- > /dev/null 2>&1 &
watcher=$!
exec 3<&-
echo "@server $server"

wait "$server"
status=$?
kill -KILL "$watcher"
echo "@end $status"
