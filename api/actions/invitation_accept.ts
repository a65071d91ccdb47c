import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { checkNotImpersonating } from '../accounts/checks.ts'
import { audit } from '../audit.ts'
import type { ApiContext } from '../context.ts'
import { read } from '../crud.ts'
import { AppError } from '../errors.ts'
import type { Resource, Trx } from '../resource.ts'
import { resources } from '../resources/index.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { rightsChanged } from '../sessions.ts'
import { transact } from '../transact.ts'
import type { Viewer } from '../viewer.ts'

const Body = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: false })

/** Makes a member of whoever was invited. The link alone is not enough: it goes with the address it was sent to. */
export function addInvitationAccept(app: FastifyInstance, context: ApiContext): void {
  app.post('/invitation/accept', {
    schema: {
      tags: ['invitations'],
      summary: 'Accept an invitation',
      body: Body,
      response: answers({ 201: resources.membership.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { token } = request.body as { token: string }
      const { id, ...joined } = await transact(context, (trx) => accept(trx, viewer, token))
      const member = { ...viewer, memberships: [...viewer.memberships, joined] }
      const data = await read(context.db, resources.membership as unknown as Resource, member, id)
      return reply.code(201).send({ data, message: 'You are a member now.' })
    },
  })
}

async function accept(trx: Trx, viewer: Viewer, token: string) {
  const invitation = await trx
    .selectFrom('invitation as i')
    .innerJoin('organisation as o', 'o.id', 'i.organisation_id')
    .innerJoin('user_account as u', (on) => on.on(sql`lower(u.email)`, '=', sql`lower(i.email)`))
    .select([
      'i.id',
      'i.organisation_id',
      'o.name as organisation_name',
      'i.role_name',
      sql<boolean>`i.expires_at < now()`.as('expired'),
    ])
    .where('i.token_sha256', '=', hash('sha256', token))
    .where('u.id', '=', viewer.user_id)
    .forUpdate('i')
    .executeTakeFirst()
  if (!invitation) throw new AppError('token_invalid', undefined, 'token')
  if (invitation.expired) throw new AppError('token_expired', undefined, 'token')
  const { id, organisation_id, organisation_name, role_name } = invitation
  const membership = await trx
    .insertInto('membership')
    .values({ organisation_id, user_id: viewer.user_id, role_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('invitation').where('id', '=', id).execute()
  await audit(trx, viewer, 'invitation.accept', { organisation_id, entity: 'membership', entity_id: membership.id })
  await rightsChanged(trx, viewer.user_id)
  return { id: membership.id, organisation_id, organisation_name, role_name }
}
