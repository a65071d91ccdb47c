import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { withCpd } from '../access.ts'
import { isAdministrator } from '../people/person_for.ts'
import { cpdevent } from './cpdevent.ts'
import { findMember } from './find_member.ts'
import { recordAttendance } from './record.ts'

/** The person of the session, by the link of the event: it proves that they had it while it was open. */
export const attendEvent = defineAction({
  method: 'POST',
  path: 'cpdevent/attend',
  tags: ['cpdevents'],
  summary: 'Record that you are at an event, by the code of its link, while the link is open',
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 100 }),
      preview: Type.Optional(Type.Boolean({ description: 'Only says which event it is' })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    name: Type.String(),
    place: Type.String(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    hours: Type.Number(),
    attended: Type.Boolean({ description: 'It was recorded before' }),
    devactivity_id: Nullable(Id),
  }),
  async run({ context, viewer, body: { code, preview = false } }) {
    const event = await findOpen(context.db, viewer, code)
    const { id, organisation_id, name, place, starts_at, ends_at, hours } = event
    const shown = { name, place, starts_at, ends_at, hours: hours / 100 }
    const before = await context.db
      .selectFrom('cpd_attendance')
      .select('devactivity_id')
      .where('cpd_event_id', '=', id)
      .where('user_id', '=', viewer.user_id)
      .executeTakeFirst()
    const { devactivity_id = null } = before ?? {}
    if (preview || devactivity_id !== null) return { ...shown, attended: devactivity_id !== null, devactivity_id }
    checkNotImpersonating(viewer)
    // They decide about hours, and see the link of every event.
    if (isAdministrator(viewer, organisation_id)) {
      throw new AppError(
        'forbidden',
        'Administrators and CPD officers are recorded by another of them, not by the link.',
      )
    }
    return transact(context, async (trx) => {
      const made = await recordAttendance(trx, event, { user_id: viewer.user_id, how: 'link', recorded_by: null })
      const details = { cpdattendance_id: made.cpdattendance_id }
      await audit(trx, viewer, 'cpdevent.attend', { organisation_id, entity: 'cpdevent', entity_id: id, details })
      return { ...shown, attended: !made.is_new, devactivity_id: made.devactivity_id }
    })
  },
})

/** An event of an organisation of the viewer whose link is open. */
async function findOpen(db: Db, viewer: Viewer, code: string) {
  const event = await db.selectFrom('cpd_event').selectAll().where('code', '=', code).executeTakeFirst()
  const ids = withCpd(viewer).memberships.map((m) => m.organisation_id)
  if (!event || !ids.includes(event.organisation_id)) {
    throw new AppError('not_found', 'There is no such event in your organisations.', 'code')
  }
  const now = Date.now()
  const { open_from, open_until } = event
  if (open_from === null || open_until === null) {
    throw new AppError('not_possible', 'Attendance of this event is not recorded by a link.', 'code')
  }
  if (now < Date.parse(open_from)) throw new AppError('not_possible', 'The link of this event is not open yet.', 'code')
  if (now > Date.parse(open_until)) {
    const text = 'The link of this event is closed. Please ask who holds the event to record you.'
    throw new AppError('not_possible', text, 'code')
  }
  return event
}

/** Many people at once, each by themselves: one who is refused keeps no other from it. */
export const recordAtEvent = defineAction({
  method: 'POST',
  path: 'cpdevent/record',
  tags: ['cpdevents'],
  summary: 'Record who was at an event, as administrator or CPD officer: each gets an activity with its hours',
  body: Type.Object(
    {
      id: Id,
      people: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
        minItems: 1,
        maxItems: 500,
        description: 'Their e-mail addresses, user names or registration numbers',
      }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    recorded: Type.Integer(),
    already: Type.Integer({ description: 'Were recorded before' }),
    refused: Type.Array(Type.Object({ person: Type.String(), reason: Type.String() })),
  }),
  async run({ context, viewer, body: { id, people } }) {
    checkNotImpersonating(viewer)
    const { organisation_id, starts_at } = await read(context.db, cpdevent, viewer, id)
    if (!isAdministrator(viewer, organisation_id)) {
      throw new AppError('forbidden', 'Only administrators and CPD officers record who was at an event.')
    }
    if (Date.parse(starts_at) > Date.now()) throw new AppError('not_possible', 'This event has not begun yet.', 'id')
    const answer = { recorded: 0, already: 0, refused: [] as { person: string; reason: string }[] }
    for (const person of new Set(people.map((text) => text.trim()))) {
      try {
        const is_new = await recordPerson(person)
        if (is_new) answer.recorded++
        else answer.already++
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        answer.refused.push({ person, reason: error.message })
      }
    }
    return answer

    async function recordPerson(person: string): Promise<boolean> {
      const user_id = await findMember(context.db, organisation_id, { named: person })
      if (user_id === viewer.user_id) throw new AppError('forbidden', 'Nobody records their own attendance.')
      return transact(context, async (trx) => {
        const event = await trx.selectFrom('cpd_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const by = { user_id, how: 'list' as const, recorded_by: viewer.user_id }
        const { is_new, cpdattendance_id } = await recordAttendance(trx, event, by)
        if (is_new) {
          const details = { cpdattendance_id, user_id }
          await audit(trx, viewer, 'cpdevent.record', { organisation_id, entity: 'cpdevent', entity_id: id, details })
        }
        return is_new
      })
    }
  },
})
