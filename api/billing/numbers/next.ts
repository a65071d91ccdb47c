import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { type Kind, printNumber, seriesOf, type YearRules } from './pattern.ts'

/**
 * The next number of a document of a day, without gaps in its series. The settings stay locked until the commit: numbers
 * are given one after another, and a pattern does not change in between. A number that is printed as one that exists
 * already, after a change of the pattern, is left out.
 *
 * @throws {AppError} not_possible where the pattern prints only numbers that exist
 */
export async function takeNumber(
  trx: Trx,
  of: { organisation_id: number; type: Kind; day: string },
): Promise<Numbered> {
  const { organisation_id, type, day } = of
  const rules = await patternOf(trx, organisation_id, type, { locks: true })
  const series = seriesOf(rules, day)
  const last = await lastOf(trx, { organisation_id, type, series })
  const numbered = await firstFree(trx, { ...of, last, rules, series })
  await sql`insert into document_counter (organisation_id, type, series, last)
    values (${organisation_id}, ${type}, ${series}, ${numbered.number})
    on conflict (organisation_id, type, series) do update set last = excluded.last`.execute(trx)
  return numbered
}

/** What the next number of a document of a day would be; nothing is written. */
export async function nextNumber(db: Db, of: { organisation_id: number; type: Kind; day: string }): Promise<Numbered> {
  const rules = await patternOf(db, of.organisation_id, of.type)
  const series = seriesOf(rules, of.day)
  return firstFree(db, { ...of, last: await lastOf(db, { ...of, series }), rules, series })
}

/** The last number that a series has given or is said to begin after. */
async function lastOf(db: Db, { organisation_id, type, series }: SeriesOf): Promise<number> {
  const counter = await db
    .selectFrom('document_counter')
    .select('last')
    .where('organisation_id', '=', organisation_id)
    .where('type', '=', type)
    .where('series', '=', series)
    .executeTakeFirst()
  return counter?.last ?? 0
}

export async function patternOf(db: Db, organisation_id: number, type: Kind, { locks = false } = {}) {
  const { rows } = await sql<YearRules & { pattern: string }>`
    select numbers_begin, financial_year_month, ${sql.ref(`${type}_pattern`)} as pattern from billing_config
    where organisation_id = ${organisation_id} ${locks ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]!
}

/** Looks at one number, and at more only where that exists. */
async function firstFree(db: Db, { organisation_id, type, day, last, rules, series }: Search): Promise<Numbered> {
  for (let from = last + 1, count = 1; from <= LARGEST && count <= MOST; from += count, count *= 10) {
    const numbers = Array.from({ length: Math.min(count, LARGEST - from + 1) }, (_, i) => from + i)
    const printed = numbers.map((number) => printNumber(rules.pattern, number, rules, day))
    const used = new Set(await usedOf(db, { organisation_id, type, printed }))
    const at = printed.findIndex((text) => !used.has(text))
    if (at >= 0) return { series, number: numbers[at]!, document_number: printed[at]! }
  }
  throw new AppError('not_possible', `The next ${MOST} numbers of this pattern exist already: please change it.`)
}

async function usedOf(db: Db, { organisation_id, type, printed }: Printed): Promise<string[]> {
  const { rows } = await (type === 'quote'
    ? sql<{ used: string }>`select document_number as used from quote
        where organisation_id = ${organisation_id} and document_number = any(${printed}::text[])`
    : sql<{ used: string }>`select document_number as used from invoice
        where organisation_id = ${organisation_id} and type = ${type} and document_number = any(${printed}::text[])`
  ).execute(db)
  return rows.map(({ used }) => used)
}

export const LARGEST = 999_999_999
const MOST = 10_000

export type Numbered = { series: number; number: number; document_number: string }
type SeriesOf = { organisation_id: number; type: Kind; series: number }
type Search = SeriesOf & { day: string; last: number; rules: YearRules & { pattern: string } }
type Printed = { organisation_id: number; type: Kind; printed: string[] }
