import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import type { ApiContext } from '../context.ts'
import { audit } from '../crud/audit.ts'
import { IdQuery } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { rows } from '../crud/rows.ts'
import { answers } from '../crud/schemas.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError, wrong } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
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

/** Actions of administrators on accounts; each is audited. */
export function addUserAdmin(app: TypedApp, context: ApiContext): void {
  const tags = ['users']
  const response = answers({ 261: Type.Null() })
  const act = (
    request: FastifyRequest & { body: { id: number } },
    action: string,
    work: (trx: Trx, id: number, viewer: Viewer) => Promise<void>,
  ) =>
    transact(context, async (trx) => {
      const viewer = viewerOf(request)
      const { id } = request.body
      const organisation_id = await lockUser(trx, viewer, id)
      await work(trx, id, viewer)
      await audit(trx, viewer, action, { organisation_id, entity: 'user', entity_id: id })
    })

  app.post('/user/confirm', {
    schema: { tags, summary: 'Confirm a user', body: IdQuery, response },
    async handler(request, reply) {
      await act(request, 'user.confirm', (trx, id) => confirmUser(trx, id, { by_mail: false }))
      return reply.code(261).send({ data: null, message: 'The user has been confirmed.' })
    },
  })

  app.post('/user/unlock', {
    schema: { tags, summary: 'Reset the failed sign-in attempts of a user', body: IdQuery, response },
    async handler(request, reply) {
      await act(request, 'user.unlock', (trx, id) => forgetAllGuesses(trx, id))
      return reply.code(261).send({ data: null, message: 'The user may try again.' })
    },
  })

  app.post('/user/link', {
    schema: {
      tags,
      summary: 'Mail a user a link to set their password',
      description: 'To the address of the account. With private records it is the only way to a new password.',
      body: IdQuery,
      response: answers({ 202: Type.Null() }),
    },
    async handler(request, reply) {
      await act(request, 'user.link', async (trx, id, viewer) => {
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
      })
      return reply.code(202).send({ data: null, message: 'A link to set the password is on its way.' })
    },
  })

  app.post('/user/role', {
    schema: {
      tags,
      summary:
        'Make or unmake a user a platform administrator, or a developer, whose client says that it is for testing',
      body: RoleBody,
      response,
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      if (!viewer.platform_admin) throw new AppError('forbidden')
      checkNotImpersonating(viewer)
      if (request.body.platform_admin === undefined && request.body.developer === undefined) {
        throw wrong('platform_admin', 'is missing, and so is developer.')
      }
      await act(request, 'user.role', async (trx, id) => {
        const { platform_admin, developer } = request.body
        await rows(trx, 'user_account').update({ id, platform_admin, developer })
        await keepAPlatformAdmin(trx)
        await rightsChanged(trx, id)
      })
      return reply.code(261).send({ data: null, message: 'The role has been set.' })
    },
  })

  app.post('/user/impersonate', {
    schema: { tags, summary: 'Impersonate a user', body: IdQuery, response: answers({ 200: SignedIn }) },
    async handler(request) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      let session_id = 0
      await act(request, 'user.impersonate', async (trx, user_id) => {
        if (user_id === viewer.user_id) throw new AppError('not_possible', 'That is you.', 'id')
        session_id = await openSession(trx, { user_id, impersonator_user_id: viewer.user_id, ...clientOf(request) })
        // Users who cannot sign in cannot be impersonated; checked here, since signedIn would fail after the commit.
        const user = await trx
          .selectFrom('user_account')
          .select(['active', 'confirmed_at'])
          .where('id', '=', user_id)
          .executeTakeFirstOrThrow()
        if (!user.active || !user.confirmed_at) throw new AppError('not_possible', 'This user cannot sign in.', 'id')
        if ((await loadViewer(trx, { session_id }))?.lacks_second_factor) throw new AppError('second_factor_required')
      })
      return { data: await signedIn(app, context, session_id) }
    },
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
