#!/usr/bin/env bash
# Records what a real library does while a script is played, for library-recordings.json:
#
#   ./record.sh SCRIPT SECONDS node client.cjs      or      python3 client.py      or      python3 browser.py
#
# The client prints its attempts and states, counted from its connection; ZERO=attempt counts from the
# first attempt, for scripts that start without a connection (wrong-key, never-reached). It waits for the
# file `ready`, so that it connects when the script starts.
#
# Faults that a proxy cannot inject come from the network: two namespaces (`ip netns`), and a third that
# forwards between them. For `loss`, and `unreachable` of pysher, which waits for a server that has
# accepted: `ip route add blackhole ADDRESS/32` in the middle one, for both addresses. For `no-dns`, the
# client resolves a name from its own hosts file (`unshare -m`, `mount --bind hosts /etc/hosts`): empty it
# at 10 s, when the proxy cuts the connection, and restore it at 70 s; sandbox and proxy need --allow-host.
#
# Chromium keeps a resolved name for a minute: for its `no-dns`, wait a minute before the script, and answer
# with a DNS server of the namespace (`/etc/netns/NAME/resolv.conf`). `reject` of the proxy only closes, but
# Pusher sends `pusher:error` first, which makes a difference in a browser: for `over-capacity` and `storm`,
# the server itself refuses.
#
# A run in the file has `library`, `script` (and its `steps`, if it is not a built-in script or has a random
# time), `seconds`, `attempts` and `states`; `within` and `compared_until` for another tolerance than 0.3 s
# or an earlier end, with the reason as `note`. RECORD_DOCS=1 swift test --filter LabDocument writes the table.
set -euo pipefail
script="$1" seconds="$2"
shift 2
buoy sandbox --listen 7411 >sandbox.log &
sandbox=$!
rm -f ready
"$@" 7412 "$seconds" >"$script.json" &
client=$!
buoy proxy 127.0.0.1:7411 --listen 127.0.0.1:7412 --fault-script "$script" >lines.txt 2>proxy.log &
proxy=$!
trap 'kill "$sandbox" "$proxy"' EXIT
until grep -q 'clients connect' proxy.log; do :; done
touch ready
wait "$client"
