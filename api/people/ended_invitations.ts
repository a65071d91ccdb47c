import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../http/errors.ts'

/** Remembers the links of invitations that were accepted or withdrawn, so that their readers learn which. */
export async function endInvitations(trx: Trx, invitations: Ended[], outcome: 'accepted' | 'withdrawn'): Promise<void> {
  if (invitations.length === 0) return
  const ended = invitations.map(({ token_sha256, organisation_id }) => ({ token_sha256, organisation_id, outcome }))
  await trx.insertInto('ended_invitation').values(ended).execute()
}

/** @returns the refusal of a link that opens no invitation: accepted, withdrawn, or unknown */
export async function refusalOf(db: Db, token_sha256: string): Promise<AppError> {
  const ended = await db
    .selectFrom('ended_invitation')
    .select('outcome')
    .where('token_sha256', '=', token_sha256)
    .executeTakeFirst()
  return new AppError(ended ? `invitation_${ended.outcome}` : 'token_invalid', undefined, 'token')
}

type Ended = { token_sha256: string; organisation_id: number }
