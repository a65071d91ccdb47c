import { sql } from 'kysely'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { findMember } from '../events/find_member.ts'
import { recordAttendance } from '../events/record.ts'
import type { Completion, Person } from './statements.ts'

/** Clocks differ. */
const AHEAD_MS = 5 * 60_000

/**
 * Records a completed course once for each person, as who was at an event is.
 *
 * @returns why it was not recorded, or null
 */
export async function recordCompletion(
  context: ApiContext,
  organisation_id: number,
  { course_iri, person, at }: Completion,
): Promise<string | null> {
  const event = await context.db
    .selectFrom('cpd_event')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('course_iri', '=', course_iri)
    .executeTakeFirst()
  if (!event) return 'No event has this course.'
  const on = at ?? new Date().toISOString()
  const when = Date.parse(on)
  if (when > Date.now() + AHEAD_MS) return 'It is in the future.'
  if (when < Date.parse(event.starts_at) || when > Date.parse(event.ends_at))
    return 'It is not in the time of the event.'
  try {
    const user_id = await findMember(context.db, organisation_id, namedBy(context, person))
    if (await decidesAboutHours(context, organisation_id, user_id)) {
      return 'Administrators and CPD officers are recorded by another of them.'
    }
    await transact(context, (trx) => recordAttendance(trx, event, { user_id, how: 'course', recorded_by: null, on }))
    return null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message
    throw error
  }
}

/** The name of an account is one of this installation only where the site says so: numbers of another mean others. */
function namedBy({ config }: ApiContext, person: Person): { email: string } | { named: string } {
  if ('email' in person) return person
  if (!URL.canParse(person.site) || new URL(person.site).origin !== new URL(config.public_url).origin) {
    throw new AppError('not_found', 'The account is one of another site.')
  }
  return { named: person.account }
}

/** They make the key. */
async function decidesAboutHours({ db }: ApiContext, organisation_id: number, user_id: number): Promise<boolean> {
  const { rows } = await sql`select from membership where organisation_id = ${organisation_id} and user_id = ${user_id}
    and (role_name = 'Administrator' or cpd_role = 'officer')`.execute(db)
  return rows.length > 0
}
