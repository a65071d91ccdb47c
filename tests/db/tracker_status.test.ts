import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TrackerFacts, trackerStatus, trackerStatuses, trackerStatusSql } from '#db/tracker_status.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const both = [true, false]
const all: TrackerFacts[] = both.flatMap((active) =>
  both.flatMap((reported) =>
    [true, false, null].flatMap((outside) => both.map((offline) => ({ active, reported, outside, offline }))),
  ),
)

it('the status of a tracker is the same by the function and by SQL, for all facts', async () => {
  const status = sql.raw(
    trackerStatusSql({ active: 'f.active', reported: 'f.reported', outside: 'f.outside', offline: 'f.offline' }),
  )
  const { rows } = await sql<TrackerFacts & { status: string }>`
    select f.*, ${status} as status from json_to_recordset(${JSON.stringify(all)}::json)
      as f (active boolean, reported boolean, outside boolean, offline boolean)`.execute(network.db)
  expect(rows).toEqual(all.map((facts) => ({ ...facts, status: trackerStatus(facts) })))
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(trackerStatuses))
})
