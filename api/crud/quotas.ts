import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Figures, figuresFor, type Overrides, type QuotaDefaults, type QuotaName, quotas } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { beyondWith, countSent, countsOf, isFresh, overridesOf } from '#messages/queue/gate.ts'
import { AppError } from '../http/errors.ts'
import { administers } from './belonging.ts'
import { contextOf } from './transact.ts'
import type { Viewer } from './viewer.ts'

/** What a quota counts: `db/quotas.ts` has the limits, the doors of the domains the rows. */
export type CountedRows = {
  /** The noun for messages. */
  what: string
  rows(of: { id: number; organisation_id: number | null }): RawBuilder<unknown>
}
export type Counted = Partial<Record<QuotaName, CountedRows>>

const counted: Counted = {}

/** Takes what the domains say of their quotas. */
export function takeQuotas(of: Counted[]): void {
  Object.assign(counted, ...of)
}

/** The rows of an organisation in a table. */
export function ofOrganisation(what: string, table: keyof Database, also = sql`true`): CountedRows {
  return { what, rows: ({ id }) => sql`${sql.table(table)} where organisation_id = ${id} and ${also}` }
}

/** Same, in several tables. */
export function ofTables(what: string, tables: readonly (keyof Database)[]): CountedRows {
  return { what, rows: ({ id }) => sql`(${allOf(tables, sql`organisation_id = ${id}`)}) d` }
}

/** Rows of several tables, as a statement. */
export const allOf = (tables: readonly (keyof Database)[], where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    tables.map((table) => sql`select 1 from ${sql.table(table)} where ${where}`),
    sql` union all `,
  )

/** The rows of a person in an organisation. */
export function ofOwner(what: string, table: keyof Database): CountedRows {
  return {
    what,
    rows: ({ id, organisation_id }) =>
      sql`${sql.table(table)} where organisation_id = ${organisation_id} and owner_user_id = ${id}`,
  }
}

/**
 * Refuses rows beyond a quota, after the insert and before the commit. An advisory lock for each quota and owner makes
 * the check exact for parallel requests; at most one row more than the limit is read.
 *
 * @param of the organisation or person whose quota it is
 * @throws {AppError} not_possible, with the limit
 */
export async function checkQuota(trx: Trx, name: QuotaName, of: Whose): Promise<void> {
  const { id, organisation_id = quotas[name].per === 'organisation' ? id : null, subject = 'You have', more = 0 } = of
  const { what, rows } = counted[name]!
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${organisation_id} ${id}`}, 0))`.execute(trx)
  const most = (await readFigures(trx, organisation_id))[name]
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${rows({ id, organisation_id })} limit ${most + 1}) r`.execute(trx)
  if (counts[0]!.count + more <= most) return
  const sentence =
    quotas[name].per !== 'organisation'
      ? `${subject} ${most} ${what}, as many as one person may have.`
      : `This organisation has ${most} ${what}, as many as it may have.`
  if (more > 0) {
    const who = quotas[name].per === 'organisation' ? 'This organisation' : 'One person'
    const room = Math.max(0, most - counts[0]!.count)
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
  { organisation, person }: { organisation?: QuotaName; person?: QuotaName },
  organisation_id: number | null,
  more = 0,
): Promise<void> {
  if (person && (organisation_id === null || !administers(viewer, organisation_id))) {
    await checkQuota(trx, person, { id: viewer.user_id, ...(organisation_id !== null && { organisation_id }), more })
  }
  if (organisation && organisation_id !== null) await checkQuota(trx, organisation, { id: organisation_id, more })
}

/** The quota limits of an organisation. */
export function readFigures(trx: Trx, organisation_id: number | null): Promise<Figures> {
  return figuresOf(trx, contextOf(trx).config.quotas, organisation_id)
}

/** The same before a transaction, with the installation's quotas. */
export async function figuresOf(db: Db, defaults: QuotaDefaults, organisation_id: number | null): Promise<Figures> {
  if (organisation_id === null) return figuresFor(defaults, { fresh: false, overrides: null })
  const { rows } = await sql<{ fresh: boolean; overrides: Overrides | null }>`
    select ${isFresh} as fresh, ${overridesOf} as overrides from organisation o where o.id = ${organisation_id}`.execute(
    db,
  )
  return figuresFor(defaults, rows[0]!)
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
export async function usedOf(db: Db, organisation_id: number): Promise<Partial<Record<QuotaName, number>>> {
  const names = (Object.keys(counted) as QuotaName[]).filter((name) => quotas[name].per === 'organisation')
  const columns = names.map(
    (name) =>
      sql`(select count(*)::int from ${counted[name]!.rows({ id: organisation_id, organisation_id })}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
  return { ...rows[0], ...(await countsOf(db, organisation_id)) }
}
