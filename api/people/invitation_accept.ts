import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { read } from '../crud/crud.ts'
import { checkQuota } from '../crud/quotas.ts'
import { rows } from '../crud/rows.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { checkServed } from '../http/backends.ts'
import { AppError } from '../http/errors.ts'
import { endInvitations, refusalOf } from './ended_invitations.ts'
import { joinedOrganisation } from './joined.ts'
import { keepLimit } from './member_groups.ts'
import { membership, membership as membershipResource } from './membership.ts'

const Body = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: false })

/**
 * Accepts an invitation. The link alone is not enough: the account's address must be the invited one, and must be
 * proved by a mailed link, since administrators may enter any address. A link that was handed over proves nothing, and
 * reaches only the person whom its administrator gave it to: their account need not have a proved address.
 */
export const acceptInvitation = defineAction({
  method: 'POST',
  path: 'invitation/accept',
  tags: ['invitations'],
  summary: 'Accept an invitation',
  body: Body,
  answer: membershipResource.row,
  status: 201,
  message: 'You are a member now.',
  async run({ context, viewer, body: { token } }) {
    checkNotImpersonating(viewer)
    const { id, ...joined } = await transact(context, (trx) => accept(trx, viewer, token))
    const member = {
      ...viewer,
      memberships: [...viewer.memberships, { ...joined, cpd_role: null, group_ids: null, features: [] }],
    }
    return read(context.db, membership, member, id)
  },
})

async function accept(trx: Trx, viewer: Viewer, token: string) {
  const invitation = await trx
    .selectFrom('invitation as i')
    .innerJoin('organisation as o', 'o.id', 'i.organisation_id')
    .innerJoin('user_account as u', (on) => on.on(sql`lower(u.email)`, '=', sql`lower(i.email)`))
    .select([
      'i.id',
      'i.organisation_id',
      'i.token_sha256',
      'o.name as organisation_name',
      'i.role_name',
      'i.mailed',
      'u.email_proved_at',
      sql<boolean>`i.expires_at < now()`.as('expired'),
    ])
    .where('i.token_sha256', '=', hash('sha256', token))
    .where('u.id', '=', viewer.user_id)
    .forUpdate(['i', 'u'])
    .executeTakeFirst()
  if (!invitation) throw await refusalOf(trx, hash('sha256', token))
  await checkServed(trx, invitation.organisation_id)
  if (invitation.expired) throw new AppError('token_expired', undefined, 'token')
  if (invitation.mailed && invitation.email_proved_at === null) {
    throw new AppError('unconfirmed', 'Please confirm your e-mail address first, by the link that is mailed to it.')
  }
  const { id, organisation_id, organisation_name, role_name } = invitation
  const membership = await rows(trx, 'membership').insert({ organisation_id, user_id: viewer.user_id, role_name })
  await keepLimit(trx, id, membership.id)
  await rows(trx, 'invitation').remove({ id, organisation_id })
  await endInvitations(trx, [invitation], 'accepted')
  await checkQuota(trx, 'organisations', { id: viewer.user_id })
  await audit(trx, viewer, 'invitation.accept', { organisation_id, entity: 'membership', entity_id: membership.id })
  await joinedOrganisation(trx, viewer.user_id, viewer.session_id)
  return { id: membership.id, organisation_id, organisation_name, role_name }
}
