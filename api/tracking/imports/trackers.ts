import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { administers } from '../../crud/belonging.ts'
import type { ImportKind, Resolving } from '../../crud/imports/kind.ts'
import { identifier, pathOf, speed, splitTexts } from '../../crud/imports/parse.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkPhone, driver } from '../drivers/driver.ts'
import { tag } from '../tags/tag.ts'
import { tracker } from '../tracker.ts'
import { trackergroup } from '../trackergroup.ts'

/** The column that says which tracker a line is about. */
export const trackerNumber = {
  required: true as const,
  aliases: ['imei', 'device id', 'device number', 'unique id', 'uniqueid', 'serial', 'serial number', 'id', 'nummer'],
  parse: (text: string) => identifier('number', text),
}

/** Id of the tracker with a number, if the viewer sees it. */
export async function findTracker(
  trx: Trx,
  { viewer, organisation_id, number }: { viewer: Viewer; organisation_id: number; number: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select tracker.id from tracker
    where tracker.organisation_id = ${organisation_id}
      and tracker.canonical_number = ${canonicalNumber(number)} and ${tracker.reads(viewer)}`.execute(trx)
  return rows[0] && Number(rows[0].id)
}

/** Trackers by their numbers. */
export const trackers: ImportKind = {
  resource: tracker,
  key: ['number'],
  columns: {
    number: trackerNumber,
    name: { aliases: ['vehicle', 'tracker', 'label', 'rego', 'registration', 'plate', 'fahrzeug', 'nom', 'ingoa'] },
    type: { parse: deviceType },
    group: {
      field: 'group_id',
      aliases: ['group name', 'depot', 'region', 'fleet', 'gruppe', 'groupe', 'rōpū'],
      resolve: groupOf,
    },
    owner: { field: 'owner_user_id', aliases: ['owner email', 'e-mail', 'email', 'person'], resolve: memberOf },
    speed_limit: {
      aliases: ['limit', 'max speed', 'maximum speed', 'speed limit', 'geschwindigkeit', 'tempolimit'],
      parse: (text, { unit, speed_unit }) => speed('speed_limit', text, unit, speed_unit),
    },
    sim_number: { aliases: ['sim', 'sim card', 'msisdn', 'sim-karte', 'carte sim'] },
    transports: { aliases: ['protocol', 'protocols'] },
    interval_s: { aliases: ['interval'] },
    driver: { field: 'driver_id', aliases: ['driver name', 'chauffeur', 'fahrer', 'kaitaraiwa'], resolve: driverOf },
    phone: {
      field: null,
      needs: 'driver',
      aliases: ['driver phone', 'telephone', 'mobile', 'mobile phone', 'phone number', 'telefon', 'waea'],
    },
    tags: { field: 'tag_ids', aliases: ['tag', 'labels', 'keywords', 'schlagwörter', 'étiquettes'], resolve: tagsOf },
    active: {},
  },
  same: ({ number = '' }) => canonicalNumber(number),
  find: (trx, { viewer, organisation_id, values }) =>
    findTracker(trx, { viewer, organisation_id, number: values.number! }),
  async is_used(db, id) {
    const { rows } = await sql`select from tracker_state where tracker_id = ${id} and judged_at is not null`.execute(db)
    if (rows.length > 0) throw new AppError('not_possible', 'This tracker has reported by now.')
  },
}

/** Lists of vehicles often have a column of this name that says whether it is a truck or a car. */
function deviceType(text: string): string {
  const type = text.trim().toLowerCase()
  if (type === 'gps' || type === 'phone') return type
  throw wrong('type', `“${text.slice(0, 40)}” is neither gps nor phone. Leave this column out if it is of vehicles.`)
}

/** Groups by their paths: `North > Depot`. */
export const groups: ImportKind = {
  resource: trackergroup,
  key: ['name', 'parent'],
  columns: {
    name: { required: true, aliases: ['group', 'group name', 'gruppe', 'rōpū'] },
    parent: { field: 'parent_id', aliases: ['parent group', 'in', 'above'], resolve: groupOf },
    colour: { aliases: ['color', 'farbe'] },
  },
  same: ({ name = '', parent = '' }) => JSON.stringify([...pathOf(parent), name].map((each) => each.toLowerCase())),
  async find(trx, { viewer, organisation_id, values }) {
    const at = { trx, viewer, organisation_id, create: null, update: null, values }
    const parent_id = values.parent === undefined ? null : await groupOf(values.parent, at)
    return findGroup(at, parent_id, values.name!)
  },
}

/** Id of a group by its path or by a unique name. @throws {AppError} bad_request if it is missing or ambiguous */
export async function groupOf(text: string, at: Resolving): Promise<number> {
  const path = pathOf(text)
  if (path.length === 1) {
    const named = await groupsNamed(at, path[0]!)
    if (named.length > 1)
      throw wrong('group', `there are ${named.length} groups ${path[0]}: give the path, as in North > ${path[0]}.`)
    if (named.length === 1) return named[0]!
  }
  let id: number | null = null
  for (const name of path) {
    const found: number | undefined = await findGroup(at, id, name)
    if (found === undefined && !at.create) throw wrong('group', `there is no group ${path.join(' > ')}.`)
    id = found ?? (await at.create!(trackergroup, { name, ...(id !== null && { parent_id: id }) }))
  }
  if (id === null) throw wrong('group', 'has no name.')
  return id
}

const groupsNamed = (at: Resolving, name: string) => findGroups(at, name, sql`true`)

const findGroup = async (at: Resolving, parent_id: number | null, name: string) =>
  (await findGroups(at, name, sql`tracker_group.parent_id is not distinct from ${parent_id}`))[0]

async function findGroups({ trx, viewer, organisation_id }: Resolving, name: string, where: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: number }>`select tracker_group.id from tracker_group
    where tracker_group.organisation_id = ${organisation_id} and lower(tracker_group.name) = ${name.toLowerCase()}
      and ${where} and ${sql<SqlBool>`${trackergroup.reads(viewer)}`} order by id limit 10`.execute(trx)
  return rows.map(({ id }) => Number(id))
}

/** Id of the driver with this name, who gets the telephone number of the line. @throws {AppError} bad_request */
async function driverOf(text: string, at: Resolving): Promise<number> {
  const { rows } = await sql<{ id: number; phone: string }>`select driver.id, driver.phone from driver
    where driver.organisation_id = ${at.organisation_id} and lower(driver.name) = ${text.toLowerCase()}
      and ${sql<SqlBool>`${driver.reads(at.viewer)}`} limit 2`.execute(at.trx)
  if (rows.length > 1) throw wrong('driver', 'is the name of several drivers.')
  const { phone } = at.values
  if (!rows[0]) {
    if (!at.create) throw wrong('driver', `there is no driver ${text}.`)
    return at.create(driver, { name: text, ...(phone && { phone }) })
  }
  const id = Number(rows[0].id)
  const is_other = phone !== undefined && checkPhone(phone) !== rows[0].phone
  if (is_other) await at.update?.(driver, { id, phone } as { id: number })
  return id
}

/** Ids of tags by their names, several with commas. @throws {AppError} bad_request if one is missing */
async function tagsOf(text: string, at: Resolving): Promise<number[]> {
  const names = [...new Map(splitTexts(text).map((name) => [name.toLowerCase(), name])).values()]
  const ids: number[] = []
  for (const name of names) {
    const { rows } = await sql<{ id: number }>`select tag.id from tag where tag.organisation_id = ${at.organisation_id}
      and lower(tag.name) = ${name.toLowerCase()} and ${sql<SqlBool>`${tag.reads(at.viewer)}`}`.execute(at.trx)
    if (!rows[0] && !at.create) throw wrong('tags', `there is no tag ${name}.`)
    ids.push(rows[0] ? Number(rows[0].id) : await at.create!(tag, { name }))
  }
  return ids
}

/** Id of the member with this e-mail address. @throws {AppError} bad_request if it is missing, forbidden for others */
async function memberOf(text: string, { trx, viewer, organisation_id }: Resolving): Promise<number> {
  // Others would learn who is a member.
  if (!administers(viewer, organisation_id))
    throw new AppError('forbidden', 'Only an administrator may set the owner.', 'owner')
  const { rows } = await sql<{ id: number }>`select u.id from membership m join user_account u on u.id = m.user_id
    where m.organisation_id = ${organisation_id} and lower(u.email) = ${text.toLowerCase()}
      and u.deleted_at is null`.execute(trx)
  if (!rows[0]) throw wrong('owner', 'no member of the organisation has this address.')
  return Number(rows[0].id)
}
