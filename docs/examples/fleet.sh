#!/bin/sh
# Every tracker as CSV, a boundary of 500 m around a place, and the open alerts.
#   RINGFENCE_URL=https://tracking.example.com RINGFENCE_KEY=rf_… sh fleet.sh 174.7633 -36.8485
set -eu
api() {
  curl -fsS -H "authorization: Bearer $RINGFENCE_KEY" -H 'content-type: application/json' "$@"
}

api "$RINGFENCE_URL/api/v1/trackers?format=csv&sort=number"

# A request that is sent again with the same key makes no second boundary.
api -X PUT "$RINGFENCE_URL/api/v1/boundary" -H "idempotency-key: depot-$1-$2" \
  -d "{\"name\": \"Depot\", \"circle\": {\"center\": [$1, $2], \"radius_m\": 500}}" > /dev/null

api "$RINGFENCE_URL/api/v1/alerts?format=csv&open=true"
