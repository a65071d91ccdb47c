import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isServed } from '../moving/hold.ts'

/**
 * Whether a loan to an organisation of this installation runs: it is accepted, within its time, and both organisations
 * are served here.
 *
 * @param loan the table or alias of loans
 */
export const isRunning = (loan: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isInTime(loan)} and not ${sql.ref(`${loan}.elsewhere`)} and ${isServed(sql.ref(`${loan}.borrower_id`))})`

/** The same for a loan to another installation. */
export const isRunningElsewhere = (loan: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isInTime(loan)} and ${sql.ref(`${loan}.elsewhere`)})`

/** Whether a loan from another installation runs. @param loan the table or alias of such loans */
export const isReceiving = (loan: string): RawBuilder<SqlBool> => isInTime(loan, lenderNow(loan))

/** The time of a loan is by the clock of who lends: the clock of the borrower's server may be hours wrong. */
export const lenderNow = (loan: string): RawBuilder<string> =>
  sql<string>`(now() + make_interval(secs => ${sql.ref(`${loan}.clock_offset_s`)}))`

const isInTime = (loan: string, now = sql<string>`now()`) => sql<SqlBool>`(${sql.ref(`${loan}.state`)} = 'accepted'
  and ${sql.ref(`${loan}.begins_at`)} <= ${now} and ${sql.ref(`${loan}.ends_at`)} > ${now}
  and ${isServed(sql.ref(`${loan}.organisation_id`))})`

/**
 * Whether the borrower may know that the tracker was at a place at a time: within the time of the loan, whatever the
 * clock of the device says else, and in its area. The area of a boundary that is deleted is empty.
 */
export const isLentAt = (loan: string, fix_at: RawBuilder<unknown>, position: RawBuilder<unknown>) => sql<SqlBool>`(
  ${fix_at} >= ${sql.ref(`${loan}.begins_at`)} and ${fix_at} < ${sql.ref(`${loan}.ends_at`)}
  and (not ${sql.ref(`${loan}.within_area`)} or exists (select from boundary area
    where area.organisation_id = ${sql.ref(`${loan}.organisation_id`)} and area.id = ${sql.ref(`${loan}.boundary_id`)}
      and area.geometry && ${position} and st_covers(area.geometry, ${position}))))`

/** Where a tracker on loan is: its name and what else is known of it come from the API. */
export type LentPosition = {
  /** Whether it is on loan from another installation: `id` is that of such a loan. */
  elsewhere: boolean
  /** The loan. */
  id: number
  fix_at: string
  lon: number
  lat: number
  speed: number | null
  heading: number | null
}
