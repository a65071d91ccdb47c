import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { addDays } from '../engine/days.ts'
import { checkMember } from '../people/person_for.ts'

/** Asks a person to supervise a rotation from a day on; who supervised it until then does so until the day before. */
export async function askSupervisor(trx: Trx, viewer: Viewer, rotation: Rotation, asked: Request): Promise<void> {
  const { id, organisation_id, user_id, begins, ends } = rotation
  const { supervisor_user_id, from } = asked
  if (supervisor_user_id === user_id) throw wrong('supervisor_user_id', 'nobody supervises themselves.')
  await checkMember(trx, organisation_id, supervisor_user_id, 'supervisor_user_id')
  if (from < begins || from > ends) throw wrong('from', `must be within the rotation, ${begins} to ${ends}.`)
  await endSupervision(trx, id, addDays(from, -1))
  await rows(trx, 'userrelationship').insert({
    organisation_id,
    user_id,
    other_user_id: supervisor_user_id,
    kind: 'supervisor',
    cpd_rotation_id: id,
    begins: from,
    ends,
    requested_by_user_id: viewer.user_id,
  })
}

/** Ends all supervision of a rotation on a day: later supervisors and requests are removed. */
export async function endSupervision(trx: Trx, cpd_rotation_id: number, last: string): Promise<void> {
  await sql`delete from userrelationship where cpd_rotation_id = ${cpd_rotation_id} and state = 'requested'
    and begins > ${last}::date`.execute(trx)
  await sql`update userrelationship set state = 'ended', modified_at = now()
    where cpd_rotation_id = ${cpd_rotation_id} and state = 'accepted' and begins > ${last}::date`.execute(trx)
  await sql`update userrelationship set ends = ${last}::date, modified_at = now()
    where cpd_rotation_id = ${cpd_rotation_id} and state in ('requested', 'accepted') and begins <= ${last}::date
      and ends > ${last}::date`.execute(trx)
}

/** Supervision follows the days of its rotation: the first begins with it, the last ends with it. */
export async function moveSupervision(trx: Trx, before: Rotation, after: Rotation): Promise<void> {
  await endSupervision(trx, before.id, after.ends)
  const current = sql`cpd_rotation_id = ${before.id} and state in ('requested', 'accepted')`
  await sql`update userrelationship set state = case state when 'accepted' then 'ended' else 'declined' end,
      modified_at = now()
    where ${current} and ends < ${after.begins}::date`.execute(trx)
  await sql`update userrelationship set begins = ${after.begins}::date, modified_at = now()
    where ${current} and (begins < ${after.begins}::date or begins = ${before.begins}::date)`.execute(trx)
  await sql`update userrelationship set ends = ${after.ends}::date, modified_at = now()
    where ${current} and ends = ${before.ends}::date`.execute(trx)
}

export type Rotation = { id: number; organisation_id: number; user_id: number; begins: string; ends: string }
type Request = { supervisor_user_id: number; from: string }
