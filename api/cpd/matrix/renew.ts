import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'
import type { Cycle } from '../results/evaluate_plans.ts'
import { peopleOf } from '../results/people.ts'
import { readLately, renewNumbers } from './numbers.ts'

/**
 * Computes what matrices show before a user asks, so that no request waits until everybody is evaluated: of people
 * who have no numbers, those of an earlier day, and what has changed in cycles whose matrix was read lately.
 */
export function makeResultsOfTheDay({ db }: ApiContext): PeriodicTask {
  return { name: 'results of the day', interval_ms: EVERY_MS, run: () => renewResults(db).then(() => undefined) }
}

/** @returns of how many people */
export async function renewResults(db: Kysely<Database>): Promise<number> {
  return inBackground(async () => {
    const { rows: cycles } = await sql<Cycle>`
      select c.id, c.organisation_id, c.start::text, c."end"::text, c.cpd_standard_id
      from devcycle c join organisation o on o.id = c.organisation_id
        join organisation_config f on f.organisation_id = c.organisation_id and 'cpd' = any(f.features)
      where ${isServed(sql`c.organisation_id`)} and c.start <= ${today}
        and (c.expired_at is null and c.id = any(${`{${readLately(db).join(',')}}`}::bigint[])
          or exists (select from (${peopleOf(sql.ref('c.id'))}) person where ${isOutdated}))
      order by c.id limit ${CYCLES_AT_ONCE}`.execute(db)
    let renewed = 0
    for (const cycle of cycles) {
      for (let after: number | null = 0; after !== null; ) {
        const part: Part = await renewPart(db, cycle, after)
        renewed += part.renewed
        after = part.last
      }
    }
    return renewed
  })
}

/** Another process that does the same cycle does all of it. */
function renewPart(db: Kysely<Database>, cycle: Cycle, after: number): Promise<Part> {
  return db.transaction().execute(async (trx) => {
    const { rows: locked } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('results of the day'), hashint8(${cycle.id})) as is_ours`.execute(trx)
    if (!locked[0]?.is_ours) return { renewed: 0, last: null }
    const { rows } = await sql<{ user_id: number }>`
      select person.user_id from (${peopleOf(sql`${cycle.id}`)}) person
      where person.user_id > ${after} order by person.user_id limit ${PEOPLE_AT_ONCE}`.execute(trx)
    const user_ids = rows.map(({ user_id }) => user_id)
    if (user_ids.length === 0) return { renewed: 0, last: null }
    return { renewed: await renewNumbers(trx, cycle, user_ids), last: user_ids.at(-1)! }
  })
}

const today = sql`(now() at time zone o.timezone)::date`

/** Of a `person` in the cycle `c`: a frozen result is of no day, and is computed once more when the cycle is closed. */
const isOutdated = sql`not exists (select from cpd_result r where r.devcycle_id = c.id and r.user_id = person.user_id
  and r.created_at >= coalesce(c.expired_at, r.created_at)
  and (r.on_day >= ${today} or exists (select from devplan p
    where p.devcycle_id = c.id and p.user_id = person.user_id and p.result is not null)))`

const EVERY_MS = 60_000
const CYCLES_AT_ONCE = 100
const PEOPLE_AT_ONCE = 50

/** `last`: of its people; null where there are no more. */
type Part = { renewed: number; last: number | null }
