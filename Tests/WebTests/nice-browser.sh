#!/bin/sh
# Starts $BROWSER_PROGRAM as nice as its parent is: Playwright gives a browser a session of its own, and Linux
# compares niceness within a session only.
[ ! -w /proc/self/autogroup ] || nice >/proc/self/autogroup
exec "$BROWSER_PROGRAM" "$@"
