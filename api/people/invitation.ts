import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Invitation } from '#db/tables/people/invitation.ts'
import { linksTo } from '#messages/links.ts'
import { ofAdministrator } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkEmails } from '../crud/checks.ts'
import { countMail } from '../crud/quotas.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { makeToken } from '../crud/session/random_token.ts'
import { contextOf } from '../crud/transact.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import { isRefused } from '../messaging/ask_recipients.ts'
import { inviterOf } from './consent.ts'
import { endInvitations } from './ended_invitations.ts'
import { localeOfInvited } from './mails/locale.ts'
import { INVITATION_S, mails } from './mails/mails.ts'
import { sendMail } from './mails/send.ts'
import { checkGroupIds, GroupIds, groupIdsOf, setGroupIds } from './member_groups.ts'
import { checkGiven, RoleId } from './roles/gives.ts'

const { token_sha256: _, limited: __, ...columns } = Invitation.columns
const row = { ...columns, role_id: RoleId, group_ids: GroupIds }

/** The answer does not reveal whether the address has an account. */
export const invitation = defineResource({
  name: 'invitation',
  plural: 'invitations',
  about: 'List open invitations by e-mail to join an organisation',
  table: 'invitation',
  row: Type.Object(row),
  computed: { group_ids: groupIdsOf('invitation') },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['email'],
  sort: { id: null, email: null, expires_at: null, created_at: null },
  default_sort: '-created_at',
  reads: (viewer) => ofAdministrator(viewer, 'invitation.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'invitation.organisation_id'),
  quota: { organisation: 'users' },
  lasting: ['create'],

  create: {
    body: bodyOf(
      { email: Type.String({ minLength: 1, maxLength: 254 }), role_name: columns.role_name },
      {
        organisation_id: Id,
        role_id: RoleId,
        group_ids: GroupIds,
        by_link: Type.Boolean({
          description: 'The link is handed over instead of mailed; only where the installation sends no mail',
        }),
      },
    ),
    answer: Type.Object({
      ...row,
      token: Nullable(Type.String({ description: 'Of a link to hand over; only its reader knows that of a mail' })),
    }),
    async run(trx, viewer, { role_name, role_id = null, group_ids = null, by_link = false, ...body }) {
      const { public_url, sends_mail } = contextOf(trx).config
      if (by_link && sends_mail) {
        throw new AppError('not_possible', 'This installation sends mail: the invitation is mailed.', 'by_link')
      }
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const email = checkEmails(body.email, 'email')
      if (email.includes(',') || !email) throw new AppError('email_invalid', undefined, 'email')
      await checkGiven(trx, viewer, organisation_id, { role_name, role_id })
      await checkGroupIds(trx, organisation_id, role_name, group_ids)
      await takeAttempt(trx, 'invite', viewer.user_id)
      await takeAttempt(trx, 'mail', email)
      await takeAttempt(trx, 'invite_to', email)
      if (!by_link) await countMail(trx, organisation_id)
      const { token, sha256 } = makeToken()
      const { id } = await rows(trx, 'invitation').insert({
        organisation_id,
        email,
        role_name,
        role_id,
        token_sha256: sha256,
        mailed: !by_link,
        created_by_user_id: viewer.user_id,
        expires_at: sql<string>`now() + make_interval(secs => ${INVITATION_S}::float8)`,
      })
      if (group_ids) await setGroupIds(trx, 'invitation', { id, organisation_id }, group_ids)
      if (by_link) return { id, shown_once: { token } }
      const reader = { email, locale: await localeOfInvited(trx, email, organisation_id) }
      // The answer does not reveal that the address refuses requests.
      if (await isRefused(trx, email)) return { id, shown_once: { token: null } }
      await sendMail(trx, mails.invited(reader, linksTo(public_url).invitation(token), await namesOf(trx, id)))
      return { id, shown_once: { token: null } }
    },
  },
  async remove(trx, _viewer, target) {
    const ended = await trx
      .selectFrom('invitation')
      .select(['token_sha256', 'organisation_id'])
      .where('id', '=', target.id)
      .execute()
    await rows(trx, 'invitation').remove(target)
    await endInvitations(trx, ended, 'withdrawn')
  },
})

function namesOf(trx: Trx, id: number) {
  return trx
    .selectFrom('invitation as i')
    .innerJoin('organisation as o', 'o.id', 'i.organisation_id')
    .select(['o.name as organisation', inviterOf('i').as('inviter')])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
}
