"""Every tracker with its place, a boundary of 500 m around the first, and the open alerts.

RINGFENCE_URL=https://tracking.example.com RINGFENCE_KEY=rf_… python3 fleet.py
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ["RINGFENCE_URL"] + "/api/v1/"
KEY = os.environ["RINGFENCE_KEY"]


def call(method, path, body=None, headers=None):
    """Sends a request; waits and tries again where the server asks for it."""
    request = urllib.request.Request(
        URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": "Bearer " + KEY, "content-type": "application/json", **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers.get("retry-after", 1)))
            return call(method, path, body, headers)
        raise SystemExit("{}: {}".format(error.code, json.load(error)["message"]))


def rows(path, **query):
    """Every row of a list, page after page."""
    after = None
    while True:
        page = call("GET", path + "?" + urllib.parse.urlencode({**query, **({"after": after} if after else {})}))
        yield from page["data"]
        after = page["info"].get("next")
        if not after:
            return


trackers = list(rows("trackers", sort="number", limit=2))
for tracker in trackers:
    place = tracker["position"]["coordinates"] if tracker["position"] else "not yet known"
    print(tracker["number"], tracker["state"], place)

placed = [tracker for tracker in trackers if tracker["position"]]
if placed:
    center = placed[0]["position"]["coordinates"]
    body = {"name": "Depot", "circle": {"center": center, "radius_m": 500}}
    # A request that is sent again with the same key makes no second boundary.
    call("PUT", "boundary", body, {"idempotency-key": "depot-{}".format(placed[0]["id"])})

for alert in rows("alerts", open="true"):
    print(alert["tracker_name"], alert["kind"], "since", alert["started_at"])
