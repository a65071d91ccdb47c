import { sql } from 'kysely'
import type { RowOf } from '#db/tables/define_table.ts'
import type { TrackerEvent } from '#db/tables/tracking/tracker_event.ts'
import type { Network } from '../../network.ts'
import type { Organisation } from '../../seeds/people.ts'

/** Midnight (UTC) this many days ago. */
export function midnight(days_ago: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days_ago)
}

export const dayOf = (days_ago: number) => new Date(midnight(days_ago)).toISOString().slice(0, 10)

/** A time on a day, with microseconds. */
export function timeOn(days_ago: number, microseconds: number): string {
  const seconds = Math.floor(microseconds / 1e6)
  const whole = new Date(midnight(days_ago) + seconds * 1000).toISOString().slice(0, 19)
  return `${whole}.${String(microseconds % 1e6).padStart(6, '0')}Z`
}

const DAY = 86_400e6
const names = ['position', 'position', 'position', 'online', 'Ignition_On', 'ärger 100%', 'sos']
const attributes = [
  null,
  {},
  { battery: 87.5, charging: true, satellites: 11, odometer: 123456.789 },
  {
    nested: { list: [1, null, 'x', { y: 'ß\u0001"\\' }], empty: [] },
    large: 9007199254740991,
    small: 1e-7,
    minus: -0.5,
  },
  { 'key with spaces': '"quotes"', b: 1, aa: 2, a: 3, emoji: '🚜', text: 'line\nbreak\ttab' },
]

/** The same varied events of trackers for days on which they reported, each with an id of its own in a later shuffled order. */
export function makeEvents(
  trackers: { organisation_id: number; tracker_id: number; boundary_ids: number[] }[],
  days: number[],
  per_day: number,
): EventRow[] {
  const events: EventRow[] = []
  for (const days_ago of days) {
    for (const [t, { organisation_id, tracker_id, boundary_ids }] of trackers.entries()) {
      for (let i = 0; i < per_day; i++) {
        const n = events.length
        // The first and the last moment of a day, and pairs at the same moment.
        const at =
          i === 0 ? 0 : i === per_day - 1 ? DAY - 1 : Math.floor((DAY / per_day) * (i - (i % 7 === 3 ? 1 : 0))) + t
        const has_fix = n % 5 !== 4
        events.push({
          organisation_id,
          tracker_id,
          fix_at: timeOn(days_ago, at),
          received: timeOn(days_ago, at + 1_500_001),
          event: names[n % names.length]!,
          alarm: n % 11 === 0 ? 'sos' : null,
          valid: has_fix && n % 13 !== 0,
          position: has_fix ? { lon: n % 17 === 0 ? 180 : 174 + (n % 1000) / 777, lat: -36 - n / 99991 } : null,
          altitude: n % 3 ? 40.1 + n / 7 : null,
          heading: n % 4 ? (n * 37.3) % 360 : null,
          speed: n % 2 ? n / 3.3 : 0,
          accuracy: n % 6 ? null : 8.25,
          outside_boundary: [true, false, null][n % 3]!,
          repeated: n % 9 === 0,
          late: n % 8 === 0,
          boundary_id: boundary_ids[n % boundary_ids.length] ?? null,
          attributes: attributes[n % attributes.length]!,
          digest: 2 ** 47 + n * 7919,
        })
      }
    }
  }
  return events
}

/** Stores events as they are; those with an id keep it. */
export async function store({ db }: Network, events: EventRow[]): Promise<void> {
  for (let at = 0; at < events.length; at += 500) {
    const values = events
      .slice(at, at + 500)
      .map(({ position, attributes, ...event }) => ({
        ...event,
        attributes: attributes && sql<Record<string, unknown>>`${JSON.stringify(attributes)}::text::jsonb`,
        position: position && sql<string>`st_point(${position.lon}::float8, ${position.lat}::float8, 4326)`,
      }))
    await db.insertInto('tracker_event').values(values).execute()
  }
  // Lists by time ask the trackers that have reported.
  await sql`update tracker_state s set event_id = e.id
    from (select organisation_id, tracker_id, max(id) as id from tracker_event group by 1, 2) e
    where s.organisation_id = e.organisation_id and s.tracker_id = e.tracker_id`.execute(db)
}

/** A tracker without a connection. */
export async function makeTracker(
  { db }: Network,
  { id }: Pick<Organisation, 'id'>,
  number: string,
  owner: number | null,
) {
  const values = {
    organisation_id: id,
    number,
    name: `The ${number}`,
    owner_user_id: owner,
    token_sha256: '0'.repeat(64),
  }
  return (await db.insertInto('tracker').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export type EventRow = Omit<RowOf<typeof TrackerEvent>, 'id' | 'position'> & {
  id?: number
  position: { lon: number; lat: number } | null
}
