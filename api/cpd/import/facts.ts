import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { DateOnly } from '#db/tables/columns.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { todayIn } from '../access.ts'
import { checkDecides } from '../people/decides.ts'
import { makePlan } from '../plans/make_plan.ts'

/** What an import of people may say that changes what is asked of them. */
export const factColumns = {
  /** Requirements count from this day on, in each cycle that is open or planned for the person. */
  registered_from: DateOnly,
  /** Names of what they hold, separated by semicolons; confirmed, since an administrator says so. */
  qualification: Type.Array(Name, { maxItems: 20 }),
}

/**
 * Checks the facts of a line, as far as that is possible before the person has an account.
 *
 * @param of.user_id null for a new person
 * @throws {AppError} forbidden for oneself, bad_request where no cycle is for the person
 */
export async function checkFacts(db: Db, viewer: Viewer, of: Of, facts: Facts): Promise<void> {
  const field = facts.registered_from === undefined ? 'qualification' : 'registered_from'
  if (facts.registered_from === undefined && facts.qualification === undefined) return
  checkDecides(viewer, { ...of, user_id: of.user_id ?? NOBODY }, field)
  for (const name of facts.qualification ?? []) checkName(name, 'qualification')
  if (facts.registered_from === undefined) return
  if ((await cyclesFor(db, of, facts.qualification)).length === 0) {
    throw wrong('registered_from', 'no cycle that is open or planned is for this person; please add the cycle first.')
  }
}

/** Writes them. A plan that is made here gets the shared goals when its person first opens it. */
export async function writeFacts(trx: Trx, viewer: Viewer, of: Of & { user_id: number }, facts: Facts): Promise<void> {
  const { organisation_id, user_id } = of
  await checkFacts(trx, viewer, of, facts)
  for (const name of (facts.qualification ?? []).map((one) => checkName(one, 'qualification'))) {
    const { rows: held } = await sql`select 1 from devqualification where organisation_id = ${organisation_id}
      and user_id = ${user_id} and confirmed_at is not null and ${name} in (type, name)`.execute(trx)
    if (held.length > 0) continue
    const confirmed = { confirmed_at: sql<string>`now()`, confirmed_by_user_id: viewer.user_id }
    await rows(trx, 'devqualification').insert({ organisation_id, user_id, type: name, name, ...confirmed })
  }
  if (facts.registered_from === undefined) return
  const { registered_from } = facts
  for (const devcycle_id of await cyclesFor(trx, of, facts.qualification)) {
    const { id } = await makePlan(trx, { organisation_id, user_id, devcycle_id, without_goals: true })
    await rows(trx, 'devplan').update({ id, organisation_id, registered_from })
  }
}

/** Cycles that have not ended and are for a person, or will be with the role and the qualifications of a line. */
async function cyclesFor(db: Db, { organisation_id, user_id, role_name }: Of, held: string[] = []): Promise<number[]> {
  const { rows: cycles } = await sql<{ id: number }>`
    select devcycle.id from devcycle
      left join membership m on m.organisation_id = devcycle.organisation_id and m.user_id = ${user_id}::bigint
    where devcycle.organisation_id = ${organisation_id} and devcycle.expired_at is null
      and devcycle."end" >= ${todayIn(sql`${organisation_id}`)}
      and coalesce(devcycle.audience->>'role' = coalesce(m.role_name, ${role_name}), true)
      and (not devcycle.audience ? 'user_ids' or devcycle.audience->'user_ids' @> to_jsonb(${user_id}::bigint))
      and (not devcycle.audience ? 'qualification' or devcycle.audience->>'qualification' = any(${held}::text[])
        or exists (select from devqualification q where q.user_id = ${user_id}::bigint and q.confirmed_at is not null
          and q.organisation_id = devcycle.organisation_id and devcycle.audience->>'qualification' in (q.type, q.name)))
    order by devcycle.start, devcycle.id`.execute(db)
  return cycles.map(({ id }) => id)
}

/** No account has this id. */
const NOBODY = 0

export type Facts = { registered_from?: string; qualification?: string[] }
type Of = { organisation_id: number; user_id: number | null; role_name: string }
