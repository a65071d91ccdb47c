import { sql } from 'kysely'
import { readFixes } from '#gateway/movement/history.ts'
import { type Fix, type Profile, profiles } from '#gateway/movement/rules/index.ts'
import { segmentsOf } from '#gateway/movement/rules/replay.ts'
import type { TrackerKey } from '#gateway/movement/store.ts'
import type { Network } from '../../network.ts'

/** Waits until all that was committed is followed, late data and corrections too. */
export async function followAll({ server, db }: Pick<Network, 'server' | 'db'>): Promise<void> {
  const jobs = server.tasks.api.find(({ name }) => name === 'jobs of movement')!
  const run = server.tasks.gateway.find(({ name }) => name === 'movement')!
  for (let passes = 0; passes < 100; passes++) {
    await jobs.run()
    await run.run()
    await server.gateway.movement.catchUp({ hurries: true })
    const { rows } = await sql<{ left: number }>`select (count(*) + (select count(*) from job where kind = 'movement'
        and state in ('queued', 'running')))::int as left from tracker_state s
      left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
      where s.judged_at is not null and (c.through is null or c.dirty_from is not null or c.recompute_from is not null)`.execute(
      db,
    )
    if (rows[0]!.left === 0 && server.gateway.movement.waiting === 0 && server.gateway.movement.behind === 0) break
  }
  await server.gateway.movement.flush()
}

/** The segments of a tracker as they are stored, and as they follow from its stored reports at once. */
export async function compareSegments(
  { db }: Pick<Network, 'db'>,
  key: TrackerKey,
  profile: Profile = profiles.car,
): Promise<{ stored: string[]; truth: string[]; fixes: number }> {
  const fixes: Fix[] = []
  for await (const page of readFixes(db, key, null)) fixes.push(...page)
  const { rows } = await sql<Row>`select s.kind, (extract(epoch from s.began_at) * 1000)::float8 as began_at,
      (extract(epoch from s.ended_at) * 1000)::float8 as ended_at, round(s.distance_m)::int as distance_m, s.pauses
    from segment s where s.organisation_id = ${key.organisation_id} and s.tracker_id = ${key.tracker_id}`.execute(db)
  const truth = segmentsOf(fixes, profile).map((one) => ({ ...one, distance_m: Math.round(one.distance_m) }))
  return { stored: rows.map(lineOf).toSorted(), truth: truth.map(lineOf).toSorted(), fixes: fixes.length }
}

function lineOf({ kind, began_at, ended_at, distance_m, pauses }: Row): string {
  const clock = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
  return `${clock(began_at)} ${kind} ${clock(ended_at)} ${distance_m} ${pauses}`
}

type Row = { kind: string; began_at: number; ended_at: number | null; distance_m: number; pauses: number }
