import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { markMovement } from '#db/movement/mark.ts'
import type { EnteredVerdict } from '../../context.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import { setLastEvent, type TrackerKey } from './last_event.ts'

/** Stores points of the past in the order of their times, with the verdict of the boundaries that apply. */
export async function storePoints(trx: Trx, { tracker, fresh, digest, candidates }: Storing): Promise<void> {
  const { tracker_id, organisation_id, owner_user_id } = tracker
  const key = { organisation_id, tracker_id }
  const [first, last] = [fresh[0]!, fresh.at(-1)!]
  const places = fresh.map(({ at, lon, lat, accuracy = null }) => ({
    ...key,
    owner_user_id,
    lon,
    lat,
    accuracy,
    fix_at: at,
  }))
  const verdicts = await contextOf(trx).judgePositions(trx, places)
  const { rows } = await sql<{ is_last: boolean }>`
    select not exists (select from tracker_event e where e.organisation_id = ${organisation_id}
      and e.tracker_id = ${tracker_id} and e.fix_at > ${last.fix_at} and e.position is not null) as is_last`.execute(
    trx,
  )
  const is_last = rows[0]!.is_last && !candidates.some(({ fix_at }) => fix_at / 1000 > last.at)
  const events = fresh.map((point, i) => ({
    ...key,
    ...eventOf(point, verdicts[i]!),
    late: !(is_last && point === last),
    digest,
  }))
  for (let at = 0; at < events.length; at += ROWS) {
    await trx
      .insertInto('tracker_event')
      .values(events.slice(at, at + ROWS))
      .execute()
  }
  if (is_last) {
    await setLastEvent(trx, key, candidates)
    afterCommit(trx, ({ publishLastEvent }) => publishLastEvent(key))
  }
  await markMovement(trx, { ...key, fix_at: first.fix_at })
  await markMovement(trx, { ...key, fix_at: last.fix_at })
}

function eventOf(point: Point, verdict: EnteredVerdict) {
  const { fix_at, lon, lat, altitude = null, heading = null, speed = null, accuracy = null } = point
  const { attributes } = point
  return {
    ...verdict,
    fix_at,
    received: sql<string>`now()`,
    event: 'position',
    alarm: null,
    valid: true,
    position: sql<string>`st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)`,
    altitude,
    heading,
    speed,
    accuracy,
    repeated: false,
    attributes: attributes ? sql<Record<string, unknown>>`${JSON.stringify(attributes)}::jsonb` : null,
  }
}

/** Rows of a statement: each has 18 parameters. */
const ROWS = 250

export type Point = {
  at: number
  fix_at: string
  lon: number
  lat: number
  altitude?: number
  heading?: number
  speed?: number
  accuracy?: number
  attributes?: Record<string, boolean | number | string>
}
type Storing = {
  tracker: TrackerKey & { owner_user_id: number | null }
  fresh: Point[]
  /** Of all of them: that of their import. */
  digest: number
  /** Of closed days (`lastCandidates`). */
  candidates: StoredEvent[]
}
