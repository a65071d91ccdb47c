import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { canonicalKey } from '#db/tables/tracking/drivers/canonical_key.ts'
import { Driver } from '#db/tables/tracking/drivers/driver.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor, isMember } from '../../crud/belonging.ts'
import { checkName, checkPhones } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkGroups, isInGroup } from '../access/groups.ts'
import { readsDriver } from '../access/scopes.ts'
import { giveShifts } from './shifts.ts'

const { licence_reminder: _, ...columns } = Driver.columns
const { name, phone, licence_number, licence_expires_on, user_id, group_id } = columns

const licences = ['valid', 'expiring', 'expired'] as const
const Licence = Type.Unsafe<(typeof licences)[number]>(Type.String({ enum: [...licences] }))

const keys = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 10 })

const today = sql`(select (now() at time zone o.timezone)::date from organisation o where o.id = driver.organisation_id)`
const licence = sql<string | null>`case when driver.licence_expires_on < ${today} then 'expired'
  when driver.licence_expires_on < ${today} + 30 then 'expiring'
  when driver.licence_expires_on is not null then 'valid' end`

const optional = { phone, licence_number, licence_expires_on, user_id, group_id, keys }

export const driver = defineResource({
  name: 'driver',
  plural: 'drivers',
  about: 'List drivers: their licences, and the keys by which devices name them',
  table: 'driver',
  row: Type.Object({
    ...columns,
    /** In capitals, without spaces, colons, dots and hyphens. */
    keys,
    /** `expiring` within 30 days, by the organisation's calendar; null where no day is given. */
    licence: Nullable(Licence),
  }),
  computed: {
    keys: sql`array(select k.key from driver_key k
      where k.organisation_id = driver.organisation_id and k.driver_id = driver.id order by k.key)`,
    licence,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    group_id: defineFilter(Id, (id) => isInGroup('driver', id)),
    licence: defineFilter(Licence, (value) => sql<SqlBool>`(${licence}) = ${value}`),
    key: defineFilter(
      Type.String({ maxLength: 100, description: 'In any spelling' }),
      (key) => sql<SqlBool>`exists (select from driver_key k where k.organisation_id = driver.organisation_id
        and k.driver_id = driver.id and k.key = ${canonicalKey(key)})`,
    ),
  },
  search: ['name', 'phone', 'licence_number'],
  sort: { id: null, name: null, licence_expires_on: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsDriver(viewer),
  writes: (viewer) => ofAdministrator(viewer, 'driver.organisation_id'),
  quota: { organisation: 'drivers' },
  bulk: ['group_id', 'licence_expires_on'],

  create: {
    body: bodyOf({ name }, { organisation_id: Id, ...optional }),
    async run(trx, viewer, { keys = [], ...body }) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const { id } = await rows(trx, 'driver').insert({
        ...(await checked(trx, organisation_id, body)),
        name: checkName(body.name),
        organisation_id,
      })
      await writeKeys(trx, organisation_id, id, keys)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, ...optional }),
    async run(trx, _viewer, { id, organisation_id, keys, ...body }) {
      await rows(trx, 'driver').update({ ...(await checked(trx, organisation_id, body)), id, organisation_id })
      if (keys) await writeKeys(trx, organisation_id, id, keys)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await rows(trx, 'driver').remove({ id, organisation_id })
  },
})

/** The fields of a body as they are stored. */
async function checked<Body extends Fields>(trx: Trx, organisation_id: number, body: Body): Promise<Body> {
  const { name, phone, user_id, group_id } = body
  if (user_id && !(await isMember(trx, organisation_id, user_id))) {
    throw wrong('user_id', 'is not a member of the organisation.')
  }
  if (group_id) await checkGroups(trx, organisation_id, [group_id], 'group_id')
  return {
    ...body,
    ...(name !== undefined && { name: checkName(name) }),
    ...(phone !== undefined && { phone: checkPhone(phone) }),
  }
}

/**
 * A telephone number in E.164; empty text stays empty.
 *
 * @throws {AppError} of the field phone, also for several numbers
 */
export function checkPhone(text: string): string {
  const phone = checkPhones(text, 'phone')
  if (phone.includes(',')) throw wrong('phone', 'is more than one telephone number.')
  return phone
}

/** A key opens shifts of one driver only, so it belongs to one. */
async function writeKeys(trx: Trx, organisation_id: number, driver_id: number, texts: string[]): Promise<void> {
  const keys = [...new Set(texts.map(checkKey))]
  await trx
    .deleteFrom('driver_key')
    .where('organisation_id', '=', organisation_id)
    .where('driver_id', '=', driver_id)
    .execute()
  if (keys.length === 0) return
  const others = await trx
    .selectFrom('driver_key as k')
    .innerJoin('driver as d', 'd.id', 'k.driver_id')
    .select(['k.key', 'd.name'])
    .where('k.organisation_id', '=', organisation_id)
    .where('k.key', 'in', keys)
    .execute()
  if (others[0]) throw new AppError('conflict', `keys: ${others[0].key} is a key of ${others[0].name}.`, 'keys')
  await trx
    .insertInto('driver_key')
    .values(keys.map((key) => ({ organisation_id, key, driver_id })))
    .execute()
  await giveShifts(trx, organisation_id, driver_id, keys)
}

function checkKey(text: string): string {
  const key = canonicalKey(text)
  if (key === null) throw wrong('keys', `${text} is no key: 2 to 64 digits and letters from A to Z, not all zero.`)
  return key
}

type Fields = { name?: string; phone?: string; user_id?: number | null; group_id?: number | null }
