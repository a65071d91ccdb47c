import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { DateOnly, Nullable, Timestamp } from '#db/tables/columns.ts'
import { canonicalKey } from '#db/tables/tracking/drivers/canonical_key.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { checkAttempts, takeAttempt } from '../../http/attempts.ts'
import { checkServed } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'
import { endShift, enterShift } from '../drivers/shifts.ts'
import { type Cab, findCab } from './code.ts'

const code = Type.String({ minLength: 1, maxLength: 100, description: 'Of the QR code in the cab' })
const about = { tracker_name: Type.String(), organisation_name: Type.String() }

/** What the page of a cab shows to anyone who has its code. The code is in the body, so that no access log has it. */
export const readCab = defineAction({
  method: 'POST',
  path: 'cab',
  public: true,
  tags: ['drivershifts'],
  summary: 'Read which tracker the code of a cab is of, and whether you drive it',
  body: Type.Object({ code }, { additionalProperties: false }),
  answer: Type.Object({
    ...about,
    driver_name: Nullable(Type.String({ description: 'Your own, where you are signed in and a driver there' })),
    driving_since: Nullable(Type.Unsafe<string>({ ...Timestamp, description: 'Where you drive it now' })),
  }),
  status: 200,
  config: { rateLimit: { max: 120, timeWindow: 60_000 } },
  async run({ context, viewer, body, request }) {
    const { db } = context
    const cab = await cabOf(context, body.code, request.ip)
    const driver = isPerson(viewer) ? await driverOf(db, cab, { viewer }) : null
    const { tracker_id, organisation_id } = cab
    const { rows } = await sql<{ began_at: string }>`select d.began_at from driver_shift d
      where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and d.source = 'person'
        and d.driver_id = ${driver?.id ?? 0} and d.ended_at is null`.execute(db)
    return {
      tracker_name: cab.name,
      organisation_name: cab.organisation_name,
      driver_name: driver?.name ?? null,
      driving_since: rows[0]?.began_at ?? null,
    }
  },
})

/** Begins or ends the shift of a driver: of the person who is signed in, or of whose key or PIN it is. */
export const driveCab = defineAction({
  method: 'POST',
  path: 'cab/drive',
  public: true,
  tags: ['drivershifts'],
  summary: 'Say in the cab that you drive the tracker, or do not any more',
  description: 'Without `key` you are the driver whose account you have signed in with.',
  body: Type.Object(
    {
      code,
      drives: Type.Boolean(),
      key: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A key or PIN of the driver' })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    ...about,
    driver_name: Type.String(),
    driving_since: Nullable(Timestamp),
    licence_expired_on: Nullable(
      Type.Unsafe<string>({ ...DateOnly, description: 'Where the licence of the driver has expired' }),
    ),
  }),
  status: 200,
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  async run({ context, viewer, body: { code, drives, key }, request }) {
    const cab = await cabOf(context, code, request.ip)
    const driver = await identify(context, cab, { viewer, key, ip: request.ip })
    if (drives) await takeAttempt(context.db, 'cab_shift', cab.tracker_id)
    const driving_since = await transact(context, (trx) =>
      drives ? begin(trx, cab, driver.id) : end(trx, cab, driver.id),
    )
    const { name: driver_name, licence_expired_on } = driver
    return {
      tracker_name: cab.name,
      organisation_name: cab.organisation_name,
      driver_name,
      driving_since,
      licence_expired_on,
    }
  },
})

/** @throws {AppError} token_invalid, too_many_requests after many wrong codes */
async function cabOf({ db }: ApiContext, code: string, ip: string): Promise<Cab> {
  const cab = await findCab(db, code)
  if (!cab) {
    await takeAttempt(db, 'token_address', networkOf(ip))
    throw new AppError('token_invalid', 'This code does not work, or not any more.', 'code')
  }
  await checkServed(db, cab.organisation_id)
  return cab
}

/** @throws {AppError} bad_request for a wrong key; too_many_requests after some; forbidden without a key or a driver */
async function identify({ db }: ApiContext, cab: Cab, { viewer, key, ip }: Who): Promise<Driver> {
  if (key === undefined) {
    const driver = isPerson(viewer) ? await driverOf(db, cab, { viewer }) : null
    if (driver) return driver
    throw new AppError('bad_request', 'key: give a key or PIN, or sign in as a driver of this organisation.', 'key')
  }
  // Of a cab for a network, and of an organisation: neither many cabs nor many networks help to guess a PIN.
  const subjects = [`${cab.tracker_id} ${networkOf(ip)}`, `organisation ${cab.organisation_id}`] as const
  await checkAttempts(db, 'cab_key', subjects[0])
  await checkAttempts(db, 'cab_keys', subjects[1])
  const canonical = canonicalKey(key)
  const driver = canonical === null ? null : await driverOf(db, cab, { key: canonical })
  if (driver) return driver
  await takeAttempt(db, 'cab_key', subjects[0])
  await takeAttempt(db, 'cab_keys', subjects[1])
  throw new AppError('bad_request', 'key: no driver has this key.', 'key')
}

/** Not an impersonator: who drives is a fact about the person. Nor a key, which may only read. */
const isPerson = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && !viewer.impersonator_user_id && !viewer.api_key

async function driverOf(db: Db, cab: Cab, who: { viewer: Viewer } | { key: string }): Promise<Driver | null> {
  const is =
    'key' in who
      ? sql`exists (select from driver_key k where k.organisation_id = d.organisation_id and k.driver_id = d.id
          and k.key = ${who.key})`
      : sql`d.user_id = ${who.viewer.user_id} and exists (select from membership m
          where m.organisation_id = d.organisation_id and m.user_id = d.user_id)`
  const { rows } = await sql<Driver>`select d.id, d.name,
      case when d.licence_expires_on < (now() at time zone o.timezone)::date then d.licence_expires_on::text end
        as licence_expired_on
    from driver d join organisation o on o.id = d.organisation_id
    where d.organisation_id = ${cab.organisation_id} and ${is} order by d.id limit 1`.execute(db)
  return rows[0] ? { ...rows[0], id: Number(rows[0].id) } : null
}

async function begin(trx: Trx, { organisation_id, tracker_id }: Cab, driver_id: number): Promise<string> {
  const began_at = new Date().toISOString()
  const shift = await enterShift(trx, { organisation_id, tracker_id, driver_id, began_at, ended_at: null })
  return shift.began_at
}

async function end(trx: Trx, { organisation_id, tracker_id }: Cab, driver_id: number): Promise<null> {
  await endShift(trx, { organisation_id, tracker_id, driver_id })
  return null
}

type Who = { viewer: Viewer | null; key: string | undefined; ip: string }
type Driver = { id: number; name: string; licence_expired_on: string | null }
