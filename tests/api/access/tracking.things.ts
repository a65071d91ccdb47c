import { sql } from 'kysely'
import type { Network } from '../../network.ts'
import { id, plainRow, unique } from './plain.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']
const sha = () => unique().padStart(64, '0')

/** Rows of the domain `tracking`. */
export const trackingThings: Record<string, (db: Db, whose: Whose) => Promise<number>> = {
  alert: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const times = { started_at: now, raised_at: now, ended_at: now }
    const values = { organisation_id, tracker_id, kind: 'alarm' as const, alarm: 'sos', boundary_id: null, ...times }
    return id(db.insertInto('alert').values({ ...values, event_id: null }))
  },
  boundary: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('boundary')
        .values({
          organisation_id,
          owner_user_id: owner,
          name: unique(),
          center_lon: null,
          center_lat: null,
          radius_m: null,
          geometry: sql<string>`st_multi(st_makeenvelope(0, 0, 1, 1, 4326))`,
        }),
    ),
  firedrill: (db, { organisation_id }) =>
    id(
      db
        .insertInto('fire_drill')
        .values({ organisation_id, kind: 'alarm', alarm: 'sos', state: 'ended', ended_by: 'time', ended_at: now }),
    ),
  firedrillplan: async (db, { organisation_id }) => {
    // An organisation has one, and the table asks for several.
    await sql`alter table fire_drill_plan drop constraint if exists fire_drill_plan_organisation`.execute(db)
    const plan = { organisation_id, kind: 'alarm' as const, alarm: 'sos', day_of_month: 1, at: '09:00' }
    return id(db.insertInto('fire_drill_plan').values(plan))
  },
  location: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('location')
        .values({ organisation_id, owner_user_id: owner, name: unique(), position: sql<string>`st_point(0, 0, 4326)` }),
    ),
  ignoredplace: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('ignored_place')
        .values({ organisation_id, owner_user_id: owner, lon: 174.7, lat: -36.8, radius_m: 50 }),
    ),
  reportschedule: (db, { organisation_id, other }) =>
    id(
      db
        .insertInto('report_schedule')
        .values({
          organisation_id,
          owner_user_id: other,
          name: unique(),
          report: 'summary',
          rhythm: 'daily',
          at: '06:00',
          email_recipients: 'boss@example.com',
        }),
    ),
  reportrun: async (db, whose) => {
    const report_schedule_id = await trackingThings.reportschedule!(db, whose)
    const { organisation_id } = whose
    return id(db.insertInto('report_run').values({ organisation_id, report_schedule_id, due_at: now, state: 'sent' }))
  },
  notifychannel: (db, { organisation_id }) =>
    id(
      db
        .insertInto('webhook_endpoint')
        .values({ organisation_id, preset: 'ntfy', name: unique(), url: 'https://ntfy.sh', types: ['alert.raised'] }),
    ),
  webhookendpoint: (db, { organisation_id }) =>
    id(
      db
        .insertInto('webhook_endpoint')
        .values({ organisation_id, name: unique(), url: 'https://example.com/hook', types: ['alert.raised'] }),
    ),
  webhookdelivery: async (db, whose) => {
    const { organisation_id } = whose
    const webhook_endpoint_id = await trackingThings.webhookendpoint!(db, whose)
    const made = { organisation_id, webhook_endpoint_id, type: 'test', key: unique(), body: '{}' } as const
    return id(db.insertInto('webhook_delivery').values({ ...made, happened_at: now }))
  },
  sharelink: async (db, whose) => {
    const { organisation_id, owner, other } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const made = { organisation_id, tracker_id, created_by_user_id: owner ?? other, expires_at: now }
    return id(db.insertInto('share_link').values({ ...made, token_sha256: unique().padStart(64, '0') }))
  },
  trackerloan: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const times = { begins_at: '2026-01-01T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' }
    return id(db.insertInto('tracker_loan').values({ organisation_id, tracker_id, ...times, code_sha256: sha() }))
  },
  remoteloan: async (db, { organisation_id }) => {
    const times = { begins_at: '2026-01-01T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' }
    const loan = {
      address: 'https://127.0.0.1:1',
      code_sha256: sha(),
      lender_name: 'Lender',
      state: 'accepted' as const,
    }
    return id(db.insertInto('remote_loan').values({ organisation_id, ...loan, ...times }))
  },
  drivershift: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const driver_id = await plainRow(db, 'driver', whose)
    return id(
      db.insertInto('driver_shift').values({ organisation_id, tracker_id, driver_id, source: 'person', began_at: now }),
    )
  },
  plannedshift: async (db, whose) => {
    const { organisation_id, owner } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const driver = { organisation_id, name: unique(), user_id: owner }
    const { id: driver_id } = await db.insertInto('driver').values(driver).returning('id').executeTakeFirstOrThrow()
    const times = { starts_on: '2027-01-05', from_time: '08:00', to_time: '16:00' }
    return id(
      db.insertInto('planned_shift').values({ organisation_id, tracker_id, driver_id: Number(driver_id), ...times }),
    )
  },
  trackergroupconfig: async (db, whose) => {
    const { organisation_id } = whose
    const group_id = await plainRow(db, 'trackergroup', whose)
    const values = { organisation_id, group_id, email_recipients: 'a@example.com' }
    return id(db.insertInto('tracker_group_config').values(values))
  },
  maintenanceplan: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const values = { organisation_id, tracker_id, name: unique(), every_days: 365, starts_on: '2026-01-01' }
    return id(db.insertInto('maintenance_plan').values(values))
  },
  sensor: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(db.insertInto('sensor').values({ organisation_id, tracker_id, name: unique(), path: 'fuel' }))
  },
  proximityrule: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const other_tracker_id = await trackingThings.tracker!(db, whose)
    const values = { organisation_id, tracker_id, other_tracker_id, name: unique(), relation: 'nearer' as const }
    return id(db.insertInto('proximity_rule').values({ ...values, distance_m: 100 }))
  },
  trackimport: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const made = { organisation_id, tracker_id, name: unique(), digest: 2 ** 49, points: 1 }
    return id(db.insertInto('track_import').values({ ...made, first_fix_at: now, last_fix_at: now }))
  },
  maintenancedone: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const values = { organisation_id, tracker_id, done_on: '2026-01-01', odometer_m: 120_000_000 }
    return id(db.insertInto('maintenance_done').values(values))
  },
  tracker: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('tracker')
        .values({ organisation_id, owner_user_id: owner, number: unique(), name: 'Car', token_sha256: '0'.repeat(64) }),
    ),
  trackerview: async (db, whose) => {
    const tracker_id = await trackingThings.tracker!(db, whose)
    const { organisation_id, other: user_id } = whose
    return id(db.insertInto('tracker_view').values({ organisation_id, tracker_id, user_id, viewed_at: now }))
  },
  mytrip: async (db, whose) => {
    const { organisation_id, owner } = whose
    await db
      .insertInto('organisation_config')
      .values({ organisation_id, private_trips: true })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ private_trips: true }))
      .execute()
    const driver = { organisation_id, name: 'Aroha', user_id: owner }
    const { id: driver_id } = await db.insertInto('driver').values(driver).returning('id').executeTakeFirstOrThrow()
    const trip = await trackingThings.segment!(db, whose)
    await db.updateTable('segment').set({ driver_id }).where('id', '=', trip).execute()
    return trip
  },
  segment: async (db, whose) => {
    const tracker_id = await trackingThings.tracker!(db, whose)
    const position = sql<string>`st_setsrid(st_makepoint(174.7, -36.8), 4326)`
    return id(
      db
        .insertInto('segment')
        .values({
          organisation_id: whose.organisation_id,
          tracker_id,
          kind: 'trip',
          began_at: now,
          ended_at: now,
          through_at: now,
          begin_position: position,
          end_position: position,
          begin_place: null,
          end_place: null,
          distance_m: 1000,
          distance_source: 'positions',
          top_speed: null,
          moving_s: 60,
          idle_s: 0,
          pauses: 0,
          boundary_id: null,
          driver_id: null,
          speed_limit: null,
          limit_source: null,
          revised_at: null,
          attributes: null,
        }),
    )
  },
  trackerday: async (db, whose) => {
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(
      db
        .insertInto('tracker_day')
        .values({
          organisation_id: whose.organisation_id,
          tracker_id,
          day: '2026-11-20',
          distance_m: 1000,
          estimated_m: 0,
          driving_s: 60,
          idle_s: 0,
          stops: 1,
          visits: 0,
          first_start: null,
          last_end: null,
          top_speed: null,
        }),
    )
  },
  trackerevent: async (db, whose) => {
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(
      db
        .insertInto('tracker_event')
        .values({
          organisation_id: whose.organisation_id,
          tracker_id,
          fix_at: now,
          received: now,
          event: 'position',
          alarm: null,
          valid: true,
          position: null,
          altitude: null,
          heading: null,
          speed: null,
          accuracy: null,
          outside_boundary: null,
          repeated: false,
          late: false,
          boundary_id: null,
          attributes: null,
          digest: 1,
        }),
    )
  },
  savedcommand: (db, { organisation_id, other }) =>
    id(
      db
        .insertInto('saved_command')
        .values({ organisation_id, owner_user_id: other, name: unique(), type: 'custom', text: 'STATUS#' }),
    ),
  trackercommand: async (db, whose) => {
    const tracker_id = await trackingThings.tracker!(db, whose)
    const { organisation_id } = whose
    return id(db.insertInto('tracker_command').values({ organisation_id, tracker_id, type: 'custom', text: 'STATUS#' }))
  },
  alertrequest: async (db, whose) => {
    const { organisation_id, owner, other } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    const boundary_id = await trackingThings.boundary!(db, whose)
    const user_id = owner ?? other
    return id(
      db.insertInto('alert_watch').values({ organisation_id, user_id, tracker_id, boundary_id, kind: 'arrived' }),
    )
  },
  trackerguard: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(db.insertInto('tracker_guard').values({ organisation_id, tracker_id, on_ignition: true }))
  },
  trackerprivacy: async (db, whose) => {
    const { organisation_id } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(db.insertInto('tracker_privacy').values({ organisation_id, tracker_id }))
  },
  unknowndevice: (db) =>
    id(db.insertInto('unknown_device').values({ number: unique(), protocol: 'gt06', address: '::1', count: 1 })),
  usertrackerconfig: async (db, whose) => {
    const { organisation_id, owner, other } = whose
    const tracker_id = await trackingThings.tracker!(db, whose)
    return id(db.insertInto('user_tracker_config').values({ organisation_id, user_id: owner ?? other, tracker_id }))
  },
}

const now = sql<string>`now()`
