import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../http/errors.ts'
import { isInAudience } from './audience.ts'
import { periodOfPlan } from './results/periods.ts'

/**
 * Refuses what is dated in a closed cycle of the person: one with a plan of theirs, or for whose audience they are.
 *
 * @throws {AppError} archived
 */
export async function checkNotFrozen(db: Db, dated: Dated): Promise<void> {
  const [frozen] = await closedCycles(db, dated)
  if (frozen) throw closed(frozen.name)
}

/** The closed cycles of a person that have one of the dates, with the days that are closed for the person. */
export async function closedCycles(db: Db, { organisation_id, user_id, dates }: Dated): Promise<Cycle[]> {
  const days = [...new Set(dates.filter((date) => date !== null && date !== undefined))]
  if (days.length === 0) return []
  // Locked, so that a cycle is not closed between this check and the end of the transaction.
  const { rows } = await sql<Cycle & { closed: boolean }>`
    select devcycle.name, devcycle.expired_at is not null or p.closed_at is not null as closed,
      coalesce(p.closed_from, devcycle.start)::text as start, coalesce(p.closed_to, devcycle."end")::text as "end"
    from devcycle left join devplan p on p.devcycle_id = devcycle.id and p.user_id = ${user_id}
    where devcycle.organisation_id = ${organisation_id}
      and exists (select from unnest(${`{${days.join(',')}}`}::date[]) d
        where d between coalesce(p.closed_from, devcycle.start) and coalesce(p.closed_to, devcycle."end"))
      and (p.id is not null or ${isInAudience(sql`${user_id}::bigint`)})
    for share of devcycle`.execute(db)
  return rows.filter(({ closed }) => closed)
}

/** Whether the date of a row is in a closed cycle of its person, so that nothing is decided on it any more. */
export function isFrozen(table: string, date: string): RawBuilder<SqlBool> {
  const user_id = sql.ref(`${table}.user_id`)
  return sql<SqlBool>`exists (select from devcycle left join devplan p
      on p.devcycle_id = devcycle.id and p.user_id = ${user_id}
    where devcycle.organisation_id = ${sql.ref(`${table}.organisation_id`)}
      and (devcycle.expired_at is not null or p.closed_at is not null)
      and ${sql.ref(`${table}.${date}`)} between coalesce(p.closed_from, devcycle.start)
        and coalesce(p.closed_to, devcycle."end")
      and (p.id is not null or ${isInAudience(sql`${user_id}`)}))`
}

/** Same, for what belongs to a plan. */
export const isPlanClosed = (devplan_id: string) =>
  sql<SqlBool>`exists (select from devplan cp join devcycle c on c.id = cp.devcycle_id
    where cp.id = ${sql.ref(devplan_id)} and (c.expired_at is not null or cp.closed_at is not null))`

/** @throws {AppError} archived for a date in one of these closed cycles */
export function checkOutside(cycles: Cycle[], date: string | null | undefined): void {
  const frozen = cycles.find(({ start, end }) => date && date >= start && date <= end)
  if (frozen) throw closed(frozen.name)
}

/** @throws {AppError} archived when the cycle of a plan, or the person's own period in it, is closed */
export async function checkPlanOpen(db: Db, devplan_id: number | null): Promise<void> {
  if (devplan_id === null) return
  const { rows } = await sql<{ name: string; closed: boolean }>`
    select c.name, c.expired_at is not null or p.closed_at is not null as closed
    from devplan p join devcycle c on c.id = p.devcycle_id where p.id = ${devplan_id} for share of c`.execute(db)
  if (rows[0]?.closed) throw closed(rows[0].name)
}

/**
 * Refuses dates and facts that change what is asked of a person, once the last day of the person's period is over. Closed
 * cycles are refused, too.
 *
 * @throws {AppError} archived
 */
export async function checkNotEnded(db: Db, devplan_id: number): Promise<void> {
  await checkPlanOpen(db, devplan_id)
  const { name, period, today } = await periodOfPlan(db, devplan_id)
  if (period.end < today) throw ended(name)
}

/** For what stays as it was on the last day of a cycle. */
export const ended = (name: string) =>
  new AppError(
    'archived',
    `The cycle ${name} has ended: what changes its requirements stays as it was on its last day.`,
  )

const closed = (name: string) => new AppError('archived', `The cycle ${name} is closed.`)

type Cycle = { name: string; start: string; end: string }
type Dated = { organisation_id: number; user_id: number; dates: (string | null | undefined)[] }
