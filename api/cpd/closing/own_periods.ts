import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'
import { type OwnPeriod, ownPeriods } from '../results/periods.ts'
import { keepPlans } from './keep.ts'

/**
 * Closes the own periods of people when they are over, while their cycle is open for others: what counted is kept as it
 * is on the day after their last day, or after the last day for submitting it.
 */
export function makeClosingOfOwnPeriods({ db }: ApiContext): PeriodicTask {
  return { name: 'closing of own periods', interval_ms: EVERY_MS, run: () => closeOwnPeriods(db) }
}

/** @param today of each organisation if missing */
export async function closeOwnPeriods(db: Kysely<Database>, today?: string): Promise<void> {
  await inBackground(async () => {
    const { rows } = await sql<{ id: number }>`
      select c.id from devcycle c join cpd_standard s on s.id = c.cpd_standard_id
        join organisation_config f on f.organisation_id = c.organisation_id and 'cpd' = any(f.features)
      where c.expired_at is null and c.start <= now() and ${isServed(sql`c.organisation_id`)}
        and (s.year_starts = 'personal' or s.options->>'first_period' in ('next_year', 'cutoff'))
      order by c.id`.execute(db)
    for (const { id } of rows) await closeOf(db, id, today)
  })
}

async function closeOf(db: Kysely<Database>, id: number, today?: string): Promise<void> {
  const cycle = await db.selectFrom('devcycle').selectAll().where('id', '=', id).executeTakeFirst()
  if (!cycle) return
  const over = (await ownPeriods(db, cycle, today)).filter(isOver)
  for (let at = 0; at < over.length; at += PEOPLE_AT_ONCE) {
    await closePart(db, id, over.slice(at, at + PEOPLE_AT_ONCE))
  }
}

const isOver = ({ over, closed_at, reopened_at }: OwnPeriod) => over && closed_at === null && reopened_at === null

async function closePart(db: Kysely<Database>, id: number, people: OwnPeriod[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Records of the people wait, and it is not closed for all in the meantime.
    const cycle = await trx
      .selectFrom('devcycle')
      .selectAll()
      .where('id', '=', id)
      .where('expired_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!cycle) return
    const { organisation_id } = cycle
    const values = people.map(({ user_id, registered_from }) => ({
      organisation_id,
      user_id,
      registered_from,
      devcycle_id: id,
      made_by_closing: true,
    }))
    const insert = trx.insertInto('devplan').values(values)
    await insert.onConflict((on) => on.columns(['user_id', 'devcycle_id']).doNothing()).execute()
    const plans = await trx
      .selectFrom('devplan')
      .select(['id', 'user_id'])
      .where('devcycle_id', '=', id)
      .where('result', 'is', null)
      .where(
        'user_id',
        'in',
        people.map(({ user_id }) => user_id),
      )
      .execute()
    await keepPlans(trx, cycle, plans)
  })
}

const EVERY_MS = 10 * 60_000
const PEOPLE_AT_ONCE = 10
