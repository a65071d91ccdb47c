import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Figures, figuresFor, type Overrides, type Quota, type QuotaDefaults, quotas } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { beyondWith, countSent, countsOf, isFresh, overridesOf } from '#messages/queue/gate.ts'
import { AppError } from '../http/errors.ts'
import { administers } from './belonging.ts'
import { contextOf } from './transact.ts'
import type { Viewer } from './viewer.ts'

/** A quota of a domain: its rows are counted, unless the domain measures something else. */
export type RowQuota = Quota & { counts?: CountedRows }
export type RowQuotas = Record<string, RowQuota>
type CountedRows = {
  /** The noun for messages. */
  what: string
  rows(of: { id: number; organisation_id: number | null }): RawBuilder<unknown>
}
type Most = number | Pick<Quota, 'most' | 'fresh'>

/** All quotas; the domains add theirs, see `api/domains.ts`. */
const all: RowQuotas = {}

export function takeQuotas(of: RowQuotas[]): void {
  for (const each of [...of, quotas]) Object.assign(all, { ...each, ...all })
}

export const allQuotas = (): Readonly<RowQuotas> => all
/** Names of the quotas that apply per organisation. */
export const organisationQuotas = () => Object.keys(all).filter((name) => all[name]!.per !== 'person')

/** A quota of rows of which an organisation, a member or a person may have `most`. */
export function ofRows(per: Quota['per'], most: Most, what: string, rows: CountedRows['rows']): RowQuota {
  return { ...(typeof most === 'number' ? { most } : most), per, counts: { what, rows } }
}

/** Of the rows of an organisation in a table. */
export function ofOrganisation(most: Most, what: string, table: keyof Database, also = sql`true`): RowQuota {
  return ofRows(
    'organisation',
    most,
    what,
    ({ id }) => sql`${sql.table(table)} where organisation_id = ${id} and ${also}`,
  )
}

/** Same, in several tables. */
export function ofTables(most: Most, what: string, tables: readonly (keyof Database)[]): RowQuota {
  return ofRows('organisation', most, what, ({ id }) => sql`(${allOf(tables, sql`organisation_id = ${id}`)}) d`)
}

/** Rows of several tables, as a statement. */
export const allOf = (tables: readonly (keyof Database)[], where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    tables.map((table) => sql`select 1 from ${sql.table(table)} where ${where}`),
    sql` union all `,
  )

/** Of the rows of a person in an organisation. */
export function ofOwner(most: Most, what: string, table: keyof Database): RowQuota {
  return ofRows(
    'member',
    most,
    what,
    ({ id, organisation_id }) =>
      sql`${sql.table(table)} where organisation_id = ${organisation_id} and owner_user_id = ${id}`,
  )
}

/**
 * Refuses rows beyond a quota, after the insert and before the commit. An advisory lock for each quota and owner makes
 * the check exact for parallel requests; at most one row more than the limit is read.
 *
 * @param of the organisation or person whose quota it is
 * @throws {AppError} not_possible, with the limit
 */
export async function checkQuota(trx: Trx, name: string, of: Whose): Promise<void> {
  const { per, counts } = all[name]!
  const { id, organisation_id = per === 'organisation' ? id : null, subject = 'You have', more = 0 } = of
  const { what, rows } = counts!
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${organisation_id} ${id}`}, 0))`.execute(trx)
  const most = (await readFigures(trx, organisation_id))[name]!
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${rows({ id, organisation_id })} limit ${most + 1}) r`.execute(trx)
  if (found[0]!.count + more <= most) return
  const sentence =
    per !== 'organisation'
      ? `${subject} ${most} ${what}, as many as one person may have.`
      : `This organisation has ${most} ${what}, as many as it may have.`
  if (more > 0) {
    const who = per === 'organisation' ? 'This organisation' : 'One person'
    const room = Math.max(0, most - found[0]!.count)
    throw new AppError(
      'not_possible',
      `${who} may have ${most} ${what}: ${more} are new, and there is room for ${room}.`,
    )
  }
  throw new AppError('not_possible', sentence)
}

/** @property more rows that are about to be inserted; 0 where they are already */
type Whose = { id: number; organisation_id?: number; subject?: 'You have' | 'This person has'; more?: number }

/**
 * Checks the quotas of new rows: the organisation's, and for members who do not administer it their own.
 *
 * @param more rows that are about to be inserted; 0 where they are already
 */
export async function checkQuotas(
  trx: Trx,
  viewer: Viewer,
  { organisation, person }: QuotasOf,
  organisation_id: number | null,
  more = 0,
): Promise<void> {
  if (person && (organisation_id === null || !administers(viewer, organisation_id))) {
    await checkQuota(trx, person, { id: viewer.user_id, ...(organisation_id !== null && { organisation_id }), more })
  }
  if (organisation && organisation_id !== null) await checkQuota(trx, organisation, { id: organisation_id, more })
}

/** Names of quotas that a new row counts against. */
export type QuotasOf = { organisation?: string; person?: string }

/** The quota limits of an organisation. */
export function readFigures(trx: Trx, organisation_id: number | null): Promise<Figures> {
  return figuresOf(trx, contextOf(trx).config.quotas, organisation_id)
}

/** The same before a transaction, with the installation's quotas. @throws {AppError} not_found */
export async function figuresOf(db: Db, defaults: QuotaDefaults, organisation_id: number | null): Promise<Figures> {
  if (organisation_id === null) return figuresFor(defaults, { fresh: false, overrides: null })
  const { rows } = await sql<{ fresh: boolean; overrides: Overrides | null }>`
    select ${isFresh} as fresh, ${overridesOf} as overrides from organisation o where o.id = ${organisation_id}`.execute(
    db,
  )
  if (!rows[0]) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
  return figuresFor(defaults, rows[0])
}

/**
 * Counts a mail that a member triggers, such as an invitation, against the organisation's quota.
 *
 * @throws {AppError} not_possible, with the figure
 */
export async function countMail(trx: Trx, organisation_id: number): Promise<void> {
  refuseBeyond(await countSent(trx, { organisation_id, channel: 'email' }, contextOf(trx).config.quotas))
}

/** Checks that there is room for mails, without counting them. @throws {AppError} not_possible, with the figure */
export async function checkMails(trx: Trx, organisation_id: number, mails: number): Promise<void> {
  refuseBeyond(await beyondWith(trx, { organisation_id, channel: 'email' }, mails, contextOf(trx).config.quotas))
}

function refuseBeyond(beyond: Awaited<ReturnType<typeof countSent>>): void {
  if (!beyond) return
  const reason = `This organisation has sent ${beyond.most} e-mails ${beyond.name}, as many as it may.`
  throw new AppError('not_possible', reason.replace('an hour', 'in this hour').replace('a day', 'today'))
}

/** The usage of each of an organisation's quotas. */
export async function usedOf(db: Db, organisation_id: number): Promise<Partial<Record<string, number>>> {
  const columns = Object.entries(all).flatMap(([name, { per, counts }]) =>
    per === 'organisation' && counts
      ? sql`(select count(*)::int from ${counts.rows({ id: organisation_id, organisation_id })}) as ${sql.ref(name)}`
      : [],
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
  return { ...rows[0], ...(await countsOf(db, organisation_id)) }
}
