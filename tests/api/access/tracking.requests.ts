import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { box } from '../../network.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { id, owned, unique } from './plain.ts'
import { things } from './things.ts'
import type { Special } from './tried.ts'

/** Requests about trackers and their boundaries, alerts, movement and commands. */
export const trackingSpecials: Record<string, Special> = {
  'GET alerts/summary': async (whose, db) => {
    const id = await things.alert!(db, whose)
    const { organisation_id } = whose
    return {
      input: { organisation_id, from: '2020-01-01T00:00:00Z', newest: 50 },
      shows: ({ newest }) => newest.some((row: { id: number }) => row.id === id),
    }
  },
  'GET movement/activity': async (whose, db) => {
    const id = await things.tracker!(db, whose)
    const { organisation_id } = whose
    const isOf = ({ tracker_id }: { tracker_id: number }) => tracker_id === id
    // There are more trackers than one answer has.
    const name = unique()
    await db.updateTable('tracker').set({ name }).where('id', '=', id).execute()
    return { input: { organisation_id, search: name }, shows: ({ trackers }) => trackers.some(isOf) }
  },
  'GET movement/report': async (whose, db) => {
    const id = await things.tracker!(db, whose)
    const { organisation_id } = whose
    const isOf = ({ tracker_id }: { tracker_id: number }) => tracker_id === id
    return { input: { organisation_id, report: 'summary', period: 'today' }, shows: ({ rows }) => rows.some(isOf) }
  },
  'GET movement/report/file': async ({ organisation_id }) => ({
    input: { organisation_id, report: 'summary', period: 'today', format: 'csv' },
  }),
  'GET tracker/evidence': async (whose, db) => ({
    input: { id: await things.tracker!(db, whose), from: '2020-01-01', until: '2020-01-01' },
  }),
  'GET history/key': async () => ({ input: {} }),
  'GET movement/reports': async () => ({ input: {} }),
  'GET trackers/urgent': async (whose, db) => {
    const id = await things.tracker!(db, whose)
    const state = { event_id: 1, outside_boundary: true, outside_since: '2999-01-01T00:00:00Z' }
    await db.updateTable('tracker_state').set(state).where('tracker_id', '=', id).execute()
    const { organisation_id } = whose
    return {
      input: { organisation_id, limit: 100 },
      shows: (rows) => rows.some((row: { id: number }) => row.id === id),
    }
  },
  'POST alerts/acknowledge': async (whose, db) => {
    const id = await things.alert!(db, whose)
    return {
      input: { organisation_id: whose.organisation_id, ids: [id] },
      shows: ({ ids }: { ids: number[] }) => ids.includes(id),
    }
  },
  'PUT firedrill': async ({ organisation_id }, db) => {
    await db.deleteFrom('fire_drill').where('organisation_id', '=', organisation_id).execute()
    return { input: { organisation_id, kind: 'alarm', alarm: 'sos' } }
  },
  'PUT firedrillplan': async ({ organisation_id }, db) => {
    await db.deleteFrom('fire_drill_plan').where('organisation_id', '=', organisation_id).execute()
    return { input: { organisation_id, kind: 'alarm', alarm: 'sos', day_of_month: 1, at: '09:00' } }
  },
  'POST firedrillplan': async (whose, db) => ({
    input: { id: await things.firedrillplan!(db, whose), day_of_month: 2 },
  }),
  'GET firedrill/lines': async (whose, db) => ({ input: { id: await things.firedrill!(db, whose) } }),
  'POST firedrill/end': async (whose, db) => ({ input: { id: await runningDrill(db, whose) } }),
  'POST firedrill/acknowledge': async (whose, db) => ({ input: { id: await runningDrill(db, whose) } }),
  'GET firedrills/running': async (whose, db) => {
    const id = await runningDrill(db, whose)
    const { organisation_id } = whose
    return { input: { organisation_id }, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  },
  'POST alert/snooze': async (whose, db) => ({
    input: { id: await things.alert!(db, whose), until: new Date(Date.now() + 60_000).toISOString() },
  }),
  'POST boundary/import': async (whose) => ({
    input: { ...owned(whose), boundaries: [{ name: unique(), geometry: box(0, 0, 1, 1) }] },
  }),
  'POST import': async ({ organisation_id }) => ({
    input: { organisation_id, kind: 'tracker', dry_run: true, file: btoa(`number\n${unique()}\n`) },
  }),
  'POST import/undo': async (whose, db) => {
    const { organisation_id } = whose
    const rows = [
      { line: 2, id: await things.tracker!(db, whose), modified_at: new Date(0).toISOString(), before: null },
    ]
    return { input: { organisation_id, kind: 'tracker', rows } }
  },
  'POST bulk': async (whose, db) => {
    const { organisation_id } = whose
    const rows = [{ id: await things.tracker!(db, whose) }]
    return { input: { organisation_id, resource: 'tracker', rows, set: { active: true } } }
  },
  'POST boundary/rehearse': async ({ organisation_id }) => ({ input: { organisation_id, geometry: box(0, 0, 1, 1) } }),
  'POST area/visits': async ({ organisation_id }) => {
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
    return { input: { organisation_id, geometry: box(0, 0, 1, 1), from, to } }
  },
  'GET fleet/tracks': async (whose, db) => {
    const event = await things.trackerevent!(db, whose)
    const position = sql<null>`st_setsrid(st_makepoint(174.7, -36.8), 4326)`
    const { tracker_id } = await db
      .updateTable('tracker_event')
      .set({ position })
      .where('id', '=', event)
      .returning('tracker_id')
      .executeTakeFirstOrThrow()
    const [from, to] = [-12, 12].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    return {
      // There are more trackers than one answer has.
      input: { organisation_id: whose.organisation_id, from, to, after: tracker_id - 1 },
      shows: ({ tracks }) => tracks.some((track: { tracker_id: number }) => track.tracker_id === tracker_id),
    }
  },
  'PUT ignoredplace': async ({ organisation_id }) => ({
    input: { organisation_id, lon: 174.7, lat: -36.8, radius_m: 50 },
  }),
  'GET arrival/estimate': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), lon: 174.7, lat: -36.8 },
  }),
  'GET place/suggestions': async (whose, db) => {
    const tracker_id = await things.tracker!(db, whose)
    const { organisation_id } = whose
    // Of a place of its own: those of other trackers are shown, too.
    const [lon, lat] = [(tracker_id % 3500) / 20, 45]
    for (const day of [1, 2, 3, 4, 5]) {
      const [from, until] = [0, 1].map((hours) => new Date(Date.now() + (hours - 24 * day) * 3_600_000).toISOString())
      await writeSegment(db, { organisation_id, tracker_id, kind: 'stop', from: from!, until: until!, at: [lon, lat] })
    }
    return {
      input: { organisation_id, limit: 500 },
      shows: ({ places }) => places.some((place: { lon: number }) => Math.abs(place.lon - lon) < 1e-6),
    }
  },
  'POST boundary/simplify': async ({ organisation_id }) => ({ input: { organisation_id, geometry: box(0, 0, 1, 1) } }),
  'PUT trackergroupconfig': async (whose, db) => ({ input: { group_id: await things.trackergroup!(db, whose) } }),
  'PUT maintenanceplan': async (whose, db) => {
    const { organisation_id } = whose
    const tracker_id = await things.tracker!(db, whose)
    return { input: { organisation_id, tracker_id, name: unique(), every_days: 90 } }
  },
  'PUT maintenancedone': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), odometer_m: 120_000_000 },
  }),
  'PUT sensor': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), name: unique(), path: 'fuel' },
  }),
  'PUT proximityrule': async (whose, db) => ({
    input: {
      organisation_id: whose.organisation_id,
      tracker_id: await things.tracker!(db, whose),
      other_tracker_id: await things.tracker!(db, whose),
      name: unique(),
      relation: 'farther',
      distance_m: 500,
    },
  }),
  'GET sensor/latest': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose) } }),
  'GET tracker/driver': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose) } }),
  'GET sensor/values': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      from: '2026-11-20T00:00:00Z',
      until: '2026-11-21T00:00:00Z',
    },
  }),
  'GET sensor/fuel': async (whose, db) => {
    const { organisation_id } = whose
    const tracker_id = await things.tracker!(db, whose)
    const tank = { organisation_id, tracker_id, name: unique(), path: 'fuel', fuel_step: 10 }
    const sensor_id = await id(db.insertInto('sensor').values(tank))
    return { input: { tracker_id, sensor_id, from: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' } }
  },
  'GET sensor/attributes': async (whose, db) => {
    const tracker_id = await things.tracker!(db, whose)
    await db
      .updateTable('tracker_state')
      .set({ fix_at: new Date().toISOString(), attributes: { fuel: 41 } })
      .where('tracker_id', '=', tracker_id)
      .execute()
    const input = { organisation_id: whose.organisation_id, tracker_id }
    return { input, shows: (rows) => rows.some(({ path }: { path: string }) => path === 'fuel') }
  },
  'GET maintenance/due': async (whose, db) => {
    const id = await things.maintenanceplan!(db, whose)
    const isOf = (row: { maintenance_plan_id: number }) => row.maintenance_plan_id === id
    return { input: { organisation_id: whose.organisation_id, limit: 5000 }, shows: (rows) => rows.some(isOf) }
  },
  'GET maintenance/counters': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose) } }),
  'GET explain': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose) } }),
  'PUT drivershift': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      driver_id: await things.driver!(db, whose),
      began_at: '2026-11-20T08:00:00Z',
      ended_at: '2026-11-20T09:00:00Z',
    },
  }),
  'PUT plannedshift': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      driver_id: await things.driver!(db, whose),
      starts_on: '2027-01-05',
      from_time: '08:00',
      to_time: '16:00',
    },
  }),
  'GET plannedshifts/times': async (whose, db) => {
    const id = await things.plannedshift!(db, whose)
    const span = { from: '2027-01-01T00:00:00Z', to: '2027-01-20T00:00:00Z' }
    const input = { organisation_id: whose.organisation_id, ...span }
    return { input, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  },
  'GET plannedshifts/mine': async (whose, db) => {
    const id = await things.plannedshift!(db, whose)
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await db.updateTable('planned_shift').set({ starts_on: soon }).where('id', '=', id).execute()
    const input = { organisation_id: whose.organisation_id }
    return { input, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  },
  'PUT trackerloan': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), ends_at: new Date(Date.now() + 60_000).toISOString() },
  }),
  'POST trackerloan/offer': async (whose, db) => ({
    input: { code: (await loanTo(whose, db, 'offered')).code, organisation_id: whose.organisation_id },
  }),
  'POST trackerloan/answer': async (whose, db) => ({
    input: { code: (await loanTo(whose, db, 'offered')).code, organisation_id: whose.organisation_id, accept: true },
  }),
  'POST remoteloan/end': async (whose, db) => ({ input: { id: await things.remoteloan!(db, whose) } }),
  'POST trackerloan/end': async (whose, db) => ({ input: { id: (await loanTo(whose, db)).id } }),
  'GET trackerloan/track': async (whose, db) => ({ input: { id: (await loanTo(whose, db)).id } }),
  'GET trackerloan/trips': async (whose, db) => ({ input: { id: (await loanTo(whose, db)).id } }),
  'GET trackerloans/borrowed': async (whose, db) => {
    const loan = await loanTo(whose, db)
    const { organisation_id } = whose
    return { input: { organisation_id }, shows: (rows) => rows.some((row: { id: number }) => row.id === loan.id) }
  },
  'PUT sharelink': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), expires_at: new Date(Date.now() + 3600_000).toISOString() },
  }),
  'PUT trackerevent': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      fix_at: '2026-01-01T00:00:00Z',
      position: { type: 'Point', coordinates: [174, -36] },
    },
  }),
  'PUT alertrequest': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      boundary_id: await things.boundary!(db, whose),
      kind: 'departed',
    },
  }),
  'PUT trackerguard': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose), armed: true } }),
  'PUT trackerprivacy': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), schedule: null },
  }),
  'PUT trackercommand': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), type: 'custom', text: 'STATUS#' },
  }),
  'POST track/import': async (whose, db) => ({
    input: {
      tracker_id: await things.tracker!(db, whose),
      points: [{ fix_at: '2026-01-01T00:00:00Z', position: { type: 'Point', coordinates: [174, -36] } }],
    },
  }),
  'POST trackimport/undo': async (whose, db) => ({ input: { id: await things.trackimport!(db, whose) } }),
  'POST tracker/replace': async (whose, db) => ({ input: { id: await things.tracker!(db, whose), number: unique() } }),
  'PUT savedcommand': async ({ organisation_id }) => ({
    input: { organisation_id, name: unique(), type: 'custom', text: 'STATUS#' },
  }),
  'GET trackercommand/catalogue': async (whose, db) => ({ input: { tracker_id: await things.tracker!(db, whose) } }),
  'POST trackercommand/send': async (whose, db) => ({
    input: { tracker_ids: [await things.tracker!(db, whose)], type: 'custom', text: 'STATUS#' },
  }),
  'POST trackercommand/stop': async (whose, db) => {
    const id = await things.trackercommand!(db, whose)
    const batch = randomUUID()
    await db.updateTable('tracker_command').set({ batch }).where('id', '=', id).execute()
    return { input: { batch } }
  },
  'POST tracker/private': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), private: false },
  }),
  'POST mytrip/private': async (whose, db) => ({ input: { id: await things.mytrip!(db, whose), private: true } }),
  'POST movement/recompute': async (whose, db) => ({
    input: { tracker_id: await things.tracker!(db, whose), from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' },
  }),
  'POST unknowndevice/adopt': async (whose, db) => ({
    input: { id: await things.unknowndevice!(db, whose), organisation_id: whose.organisation_id },
  }),
}

/** An organisation has one at a time, and the table asks for several. The gateway leaves them alone. */
/** A tracker that another organisation lends, or offers, to this one. */
async function loanTo(
  whose: Parameters<Special>[0],
  db: Parameters<Special>[1],
  state: 'offered' | 'accepted' = 'accepted',
) {
  const code = unique()
  const organisation_id = await id(db.insertInto('organisation').values({ name: `Lender ${code}` }))
  const tracker_id = await things.tracker!(db, { organisation_id, owner: null, other: whose.other })
  const borrower_id = state === 'accepted' ? whose.organisation_id : null
  const times = { begins_at: '2026-01-01T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' }
  const loan = { organisation_id, tracker_id, borrower_id, state, code_sha256: hash('sha256', code), ...times }
  return { id: await id(db.insertInto('tracker_loan').values(loan)), code }
}

async function runningDrill(db: Parameters<Special>[1], whose: Parameters<Special>[0]): Promise<number> {
  const { organisation_id } = whose
  const tracker_id = await things.tracker!(db, whose)
  await sql`drop index if exists fire_drill_open`.execute(db)
  const times = { started_at: '2026-01-01T00:00:00Z', next_at: '2999-01-01T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' }
  const drill = {
    organisation_id,
    kind: 'alarm' as const,
    alarm: 'sos',
    state: 'running' as const,
    tracker_id,
    ...times,
  }
  return id(db.insertInto('fire_drill').values(drill))
}
