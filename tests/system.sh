#!/bin/sh
# Installs what the tests need of the system and is not there yet: PostgreSQL's programs and Chromium.
set -eu

missing=
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
  missing="$missing chromium-headless-shell fonts-liberation"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "The tests need these Debian packages, and there is no apt-get to install them:$missing" >&2
  exit 1
elif [ "$(id -u)" = 0 ]; then
  as_root="env"
elif command -v sudo >/dev/null; then
  as_root="sudo env"
else
  echo "The tests need these packages. Ask someone who is root here to run: apt-get install$missing" >&2
  exit 1
fi

echo "Installing$missing"
# Tests start servers of their own: the package shall not make one that runs for ever.
no_server=/etc/postgresql-common/createcluster.d/tripot.conf
$as_root sh -c "mkdir -p ${no_server%/*} && echo 'create_main_cluster = false' >$no_server"
trap '$as_root sh -c "rm $no_server && rmdir --ignore-fail-on-non-empty ${no_server%/*}"' EXIT
$as_root apt-get -qq update
$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $missing >/dev/null
