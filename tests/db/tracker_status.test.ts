import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  isTrackerStatusSql,
  type TrackerFacts,
  trackerStatus,
  trackerStatuses,
  trackerStatusSql,
} from '#db/tracker_status.ts'
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

it('the status of a tracker is the same by the function and by SQL, for all facts, and matches one condition', async () => {
  const columns = { active: 'f.active', reported: 'f.reported', outside: 'f.outside', offline: 'f.offline' }
  const status = sql.raw(trackerStatusSql(columns))
  const matches = sql.join(
    trackerStatuses.map((name) => sql`case when ${sql.raw(isTrackerStatusSql(name, columns))} then ${name}::text end`),
  )
  const { rows } = await sql<TrackerFacts & { status: string; matches: string[] }>`
    select f.*, ${status} as status, array_remove(array[${matches}], null) as matches from json_to_recordset(${JSON.stringify(all)}::json)
      as f (active boolean, reported boolean, outside boolean, offline boolean)`.execute(network.db)
  expect(rows).toEqual(
    all.map((facts) => ({ ...facts, status: trackerStatus(facts), matches: [trackerStatus(facts)] })),
  )
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(trackerStatuses))
})
