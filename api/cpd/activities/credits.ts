import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { splitProblem } from '../engine/split.ts'

/** A part of an activity's hours in a category. `items` is how many, where the category counts items. */
export const Credit = Type.Object(
  {
    devcategory_id: Id,
    hours: Type.Number({ minimum: 0, maximum: 8784, description: 'Decimal, at most two places' }),
    items: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { additionalProperties: false },
)

/** The parts of an activity with what each counts, as a JSON list. */
export const creditsOf = sql<unknown>`(
  select coalesce(json_agg(json_build_object('devcategory_id', k.devcategory_id, 'code', k.code, 'hours', k.hours / 100.0,
    'items', k.items, 'credit', k.credit / 100.0) order by k.code), '[]')
  from devactivity_credit k where k.devactivity_id = devactivity.id)`

/**
 * Replaces the split of an activity over categories, with their rates and caps of today. Without a new split the stored
 * one must still add up to the hours.
 *
 * @param activity.hours hundredths
 * @throws {AppError} bad_request for parts that do not add up, not_found for a foreign category
 */
export async function writeCredits(trx: Trx, activity: Counted, credits: Static<typeof Credit>[] | undefined) {
  const { id, organisation_id, hours } = activity
  if (credits === undefined) return checkStored(trx, activity)
  const values = countCredits(await activeCategories(trx, organisation_id), hours, credits)
  await trx.deleteFrom('devactivity_credit').where('devactivity_id', '=', id).execute()
  if (values.length === 0) return
  await trx
    .insertInto('devactivity_credit')
    .values(values.map((value) => ({ devactivity_id: id, ...value })))
    .execute()
}

/** The categories in which an activity may count now. */
export function activeCategories(db: Db, organisation_id: number) {
  return db
    .selectFrom('devcategory')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('active', '=', true)
    .execute()
}

/**
 * What each part of an activity counts.
 *
 * @param hours hundredths
 * @throws {AppError} as `writeCredits`
 */
export function countCredits(categories: (Rated & { id: number })[], hours: number, credits: Static<typeof Credit>[]) {
  const parts = credits.map(({ devcategory_id, ...part }) => ({ ...part, category_code: String(devcategory_id) }))
  const problem = splitProblem(hours / 100, parts)
  if (problem) throw wrong(problem.field, `${problem.message}`)
  return credits.map((credit) => {
    const category = categories.find((one) => one.id === credit.devcategory_id)
    if (!category) throw new AppError('not_found', 'There is no such category.', 'credits')
    return { devcategory_id: category.id, ...countedOf(credit, category) }
  })
}

/** What a part counts in its category, all in hundredths. */
function countedOf({ hours, items }: { hours: number; items?: number }, category: Rated) {
  const { code, unit, credit_per_hour, credit_per_item, item_hours, cap, cap_per } = category
  const own = Math.round(hours * 100)
  const counted = item_hours ? item_hours * (items ?? 1) : own
  const credit = credit_per_item
    ? credit_per_item * (items ?? 1)
    : Math.round((counted * (credit_per_hour ?? ONE)) / 100)
  const rate = credit_per_item ?? credit_per_hour ?? ONE
  return {
    code,
    unit,
    hours: own,
    credit,
    items: items ?? null,
    rate,
    item_hours,
    cap,
    cap_per,
    rate_per: credit_per_item ? ('item' as const) : ('hour' as const),
  }
}

const ONE = 100

async function checkStored(trx: Trx, { id, hours }: Counted): Promise<void> {
  const { rows } = await sql<{ parts: number | null }>`
    select sum(hours)::int as parts from devactivity_credit where devactivity_id = ${id}`.execute(trx)
  const parts = rows[0]!.parts
  if (parts !== null && parts !== hours) {
    throw wrong('credits', `the split adds up to ${parts / 100} h, but the activity has ${hours / 100} h.`)
  }
}

type Counted = { id: number; organisation_id: number; user_id: number; hours: number }
type Rated = {
  code: string
  unit: 'hours' | 'credits' | 'points' | 'days'
  credit_per_hour: number | null
  credit_per_item: number | null
  item_hours: number | null
  cap: number | null
  cap_per: 'year' | 'cycle' | null
}
