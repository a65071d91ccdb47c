import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { canonicalNumber, isTrackerNumber, NUMBER_DESCRIPTION } from '#db/tracker_number.ts'
import { phoneNumber } from '#messages/phones.ts'
import { administers } from '../../crud/belonging.ts'
import type { ImportKind, Resolving } from '../../crud/imports/kind.ts'
import { identifier, pathOf, seconds, speed, splitTexts } from '../../crud/imports/parse.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkPhone, driver } from '../drivers/driver.ts'
import { tag } from '../tags/tag.ts'
import { tracker } from '../tracker.ts'
import { trackergroup } from '../trackergroup.ts'
import { words } from './words.ts'

/** The column that says which tracker a line is about. */
export const trackerNumber = { required: true as const, aliases: words.number, parse: deviceNumber }

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
    name: { aliases: words.vehicle },
    type: { parse: deviceType },
    group: { field: 'group_id', aliases: words.group, resolve: groupOf },
    owner: { field: 'owner_user_id', aliases: words.owner, resolve: memberOf },
    speed_limit: {
      aliases: words.speed_limit,
      exported_in: 'm/s',
      parse: (text, { unit, speed_unit }) => speed('speed_limit', text, unit, speed_unit),
    },
    sim_number: { aliases: words.sim },
    transports: { aliases: ['protocol', 'protocols'], parse: (text) => splitTexts(text.toLowerCase()) },
    interval_s: { aliases: ['interval'], parse: seconds },
    driver: { field: 'driver_id', aliases: words.driver, resolve: driverOf },
    phone: {
      field: null,
      needs: 'driver',
      aliases: ['driver phone', ...words.phone],
      spelled: (text) => phoneNumber(text) ?? text,
    },
    tags: { field: 'tag_ids', aliases: words.tags, resolve: tagsOf },
    active: {},
  },
  same: ({ number = '' }) => canonicalNumber(plainNumber(number)),
  find: (trx, { viewer, organisation_id, values }) =>
    findTracker(trx, { viewer, organisation_id, number: plainNumber(values.number!) }),
  async is_used(db, id) {
    const { rows } = await sql`select from tracker_state where tracker_id = ${id} and judged_at is not null`.execute(db)
    if (rows.length > 0) throw new AppError('not_possible', 'This tracker has reported by now.')
  },
}

/** @throws {AppError} bad_request for a number that has lost digits, or that no device can have */
function deviceNumber(text: string): string {
  const number = plainNumber(identifier('number', text))
  // A spreadsheet has rounded it: an IMEI that ends so has another check digit.
  if (/^\d{7}0{8}$/.test(number) && !isImei(number)) identifier('number', Number(number).toExponential())
  if (!isTrackerNumber(number)) throw wrong('number', `must be ${NUMBER_DESCRIPTION}.`)
  return number
}

/** An IMEI as devices send it: people write it in parts. */
function plainNumber(text: string): string {
  const bare = text.replaceAll(/[\s-]/g, '')
  return isImei(bare) ? bare : text
}

const isImei = (text: string) => /^\d{15}$/.test(text) && canonicalNumber(text.slice(0, 14)) === text

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
    name: { required: true, aliases: words.group },
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
