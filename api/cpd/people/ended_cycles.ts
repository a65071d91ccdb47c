import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { todayIn } from '../access.ts'
import { isInAudience } from '../audience.ts'
import { earlierOf, laterOf } from '../engine/days.ts'
import { ended } from '../freezing.ts'
import { namedQualifications } from '../results/evaluate_plans.ts'
import { loadRuleSet } from '../results/rule_set.ts'

/**
 * Refuses a change of a confirmed qualification that would change what a cycle counts which has ended and is not closed
 * yet: once it is closed, its results are kept.
 *
 * @param after the row as it will be; null where it is removed
 * @throws {AppError} archived
 */
export async function checkEndedCycles(trx: Trx, before: Held, after: Held | null): Promise<void> {
  const { organisation_id, user_id } = before
  const { rows: cycles } = await sql<Cycle>`
    select devcycle.organisation_id, devcycle.name, devcycle.start, devcycle."end", devcycle.cpd_standard_id,
      devcycle.audience->>'qualification' as audience
    from devcycle where devcycle.organisation_id = ${organisation_id} and devcycle.expired_at is null
      and devcycle."end" < ${todayIn(sql.ref('devcycle.organisation_id'))}
      and devcycle."end" >= (${before.confirmed_at}::timestamptz at time zone (
        select o.timezone from organisation o where o.id = ${organisation_id}))::date
      and (exists (select from devplan p where p.devcycle_id = devcycle.id and p.user_id = ${user_id})
        or ${isInAudience(sql`${user_id}::bigint`)})
    order by devcycle.start`.execute(trx)
  for (const cycle of cycles) {
    if (countsAs(before, cycle) === (after && countsAs(after, cycle))) continue
    const rules = await loadRuleSet(trx, cycle)
    const named = rules ? namedQualifications(rules) : new Set<string>()
    const codes = [before, after].flatMap((row) => (row ? [row.type, row.name] : []))
    if (codes.some((code) => named.has(code) || code === cycle.audience)) throw ended(cycle.name)
  }
}

/** What a cycle reads of a qualification: its names, and the days on which it is held within the cycle. */
function countsAs({ type, name, ...row }: Held, cycle: Cycle): string {
  const from = laterOf(row.issued_on ?? cycle.start, cycle.start)
  const to = earlierOf(row.extended_until ?? row.expires_on ?? cycle.end, cycle.end)
  return JSON.stringify(row.suspended || from > to ? null : [type, name, from, to])
}

type Cycle = {
  organisation_id: number
  name: string
  start: string
  end: string
  cpd_standard_id: number | null
  audience: string | null
}
export type Held = {
  organisation_id: number
  user_id: number
  type: string
  name: string
  issued_on: string | null
  expires_on: string | null
  extended_until: string | null
  suspended: boolean
  confirmed_at: string | null
}
