# buoy conform client --subject "pysher 1.0.8" -- python3 pysher.py
# Needs: pip install pysher
import os
import sys
import time

sys.path.pop(0)  # Otherwise this file would be imported in place of the library.
import pysher

env = os.environ
channels = env["BUOY_CONFORM_CHANNELS"].split(",")
pusher = pysher.Pusher(
    key=env["BUOY_CONFORM_KEY"],
    custom_host=env["BUOY_CONFORM_HOST"],
    port=int(env["BUOY_CONFORM_PORT"]),
    secure=False,
    auth_endpoint=env["BUOY_CONFORM_AUTH"],
    user_data={"user_id": "conform-user", "user_info": {"name": "Conform"}},
)


def subscribe(_):
    for name in channels:
        channel = pusher.subscribe(name)
        channel.bind("echo", lambda data, channel=channel: channel.trigger("client-echo", data))


pusher.connection.bind("pusher:connection_established", subscribe)
pusher.connect()
while True:
    time.sleep(1)
