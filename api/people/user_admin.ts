import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { IdQuery } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError, wrong } from '../http/errors.ts'
import { confirmUser } from './accounts/confirm.ts'
import { keepAPlatformAdmin } from './accounts/delete_user.ts'
import { mailPasswordLink } from './accounts/password_link.ts'
import { administersUsers, organisationOfUser, readsUsers } from './accounts/scope.ts'
import { forgetAllGuesses } from './sessions/guesses.ts'
import { openSession, rightsChanged } from './sessions/sessions.ts'
import { SignedIn, signedIn } from './sessions/signed_in.ts'
import { clientOf } from './sessions/signin.ts'

const RoleBody = Type.Object(
  { ...IdQuery.properties, platform_admin: Type.Optional(Type.Boolean()), developer: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const tags = ['users']

export const confirmAccount = defineAction({
  method: 'POST',
  path: 'user/confirm',
  tags,
  summary: 'Confirm a user',
  body: IdQuery,
  message: 'The user has been confirmed.',
  run: ({ context, viewer, body: { id } }) =>
    act(context, viewer, id, 'user.confirm', (trx) => confirmUser(trx, id, { by_mail: false })),
})

export const unlockUser = defineAction({
  method: 'POST',
  path: 'user/unlock',
  tags,
  summary: 'Reset the failed sign-in attempts of a user',
  body: IdQuery,
  message: 'The user may try again.',
  run: ({ context, viewer, body: { id } }) =>
    act(context, viewer, id, 'user.unlock', (trx) => forgetAllGuesses(trx, id)),
})

export const mailLink = defineAction({
  method: 'POST',
  path: 'user/link',
  tags,
  summary: 'Mail a user a link to set their password',
  description: 'To the address of the account. With private records it is the only way to a new password.',
  body: IdQuery,
  status: 202,
  message: 'A link to set the password is on its way.',
  run: ({ context, viewer, body: { id } }) =>
    act(context, viewer, id, 'user.link', async (trx) => {
      checkNotImpersonating(viewer)
      const { email, email_proved_at } = await trx
        .selectFrom('user_account')
        .select(['email', 'email_proved_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (email_proved_at === null && (await keepsPrivateRecords(trx, id))) {
        throw new AppError('not_possible', 'The address of this person was never confirmed. Please change it first.')
      }
      await takeAttempt(trx, 'mail', email)
      await mailPasswordLink(trx, id)
    }),
})

export const setUserRole = defineAction({
  method: 'POST',
  path: 'user/role',
  tags,
  summary: 'Make or unmake a user a platform administrator, or a developer, whose client says that it is for testing',
  body: RoleBody,
  message: 'The role has been set.',
  run({ context, viewer, body: { id, platform_admin, developer } }) {
    if (!viewer.platform_admin) throw new AppError('forbidden')
    checkNotImpersonating(viewer)
    if (platform_admin === undefined && developer === undefined) {
      throw wrong('platform_admin', 'is missing, and so is developer.')
    }
    return act(context, viewer, id, 'user.role', async (trx) => {
      await rows(trx, 'user_account').update({ id, platform_admin, developer })
      await keepAPlatformAdmin(trx)
      await rightsChanged(trx, id)
    })
  },
})

export const impersonate = defineAction({
  method: 'POST',
  path: 'user/impersonate',
  tags,
  summary: 'Impersonate a user',
  body: IdQuery,
  answer: SignedIn,
  status: 200,
  async run({ context, viewer, body: { id: user_id }, request }) {
    checkNotImpersonating(viewer)
    const session_id = await act(context, viewer, user_id, 'user.impersonate', async (trx) => {
      if (user_id === viewer.user_id) throw new AppError('not_possible', 'That is you.', 'id')
      const opened = await openSession(trx, { user_id, impersonator_user_id: viewer.user_id, ...clientOf(request) })
      // Users who cannot sign in cannot be impersonated; checked here, since signedIn would fail after the commit.
      const user = await trx
        .selectFrom('user_account')
        .select(['active', 'confirmed_at'])
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow()
      if (!user.active || !user.confirmed_at) throw new AppError('not_possible', 'This user cannot sign in.', 'id')
      if ((await loadViewer(trx, { session_id: opened }))?.lacks_second_factor) {
        throw new AppError('second_factor_required')
      }
      return opened
    })
    return signedIn(request.server, context, session_id)
  },
})

/** Locks a user, changes them, and writes the audit entry. */
function act<T>(context: ApiContext, viewer: Viewer, id: number, action: string, work: (trx: Trx) => Promise<T>) {
  return transact(context, async (trx) => {
    const organisation_id = await lockUser(trx, viewer, id)
    const done = await work(trx)
    await audit(trx, viewer, action, { organisation_id, entity: 'user', entity_id: id })
    return done
  })
}

/** Locks a user: 404 out of read scope, 403 if not administered. */
async function lockUser(trx: Trx, viewer: Viewer, id: number): Promise<number | null> {
  const user = await trx
    .selectFrom('user_account')
    .select([
      'id',
      sql<boolean>`${administersUsers(viewer)}`.as('administered'),
      organisationOfUser.as('organisation_id'),
    ])
    .where('id', '=', id)
    .where(readsUsers(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such user.', 'id')
  if (!user.administered) throw new AppError('forbidden')
  return user.organisation_id
}
