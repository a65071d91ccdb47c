import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import type { ApiContext } from '../context.ts'
import { audit } from '../crud/audit.ts'
import { rows } from '../crud/rows.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import { takeAttempt } from '../http/attempts.ts'
import { checkServed } from '../http/backends.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { placeOf } from '../site/country.ts'
import { checkEmailFree } from './accounts/addresses.ts'
import { Names, Password, Terms, TokenBody, Username } from './accounts/bodies.ts'
import { checkPassword, checkUsername, checkUsernameFree } from './accounts/checks.ts'
import { hashPassword } from './passwords/hash.ts'

const RegisterBody = Type.Object(
  {
    ...TokenBody.properties,
    username: Username,
    password: Password,
    password_confirm: Password,
    terms: Terms,
    ...Names,
  },
  { additionalProperties: false },
)
const Invited = Type.Object({
  email: Type.String(),
  organisation_name: Type.String(),
  role_name: RoleName,
  /** Whether the link was mailed; else it was handed over, and registers an account without another mail. */
  mailed: Type.Boolean(),
})

/**
 * Registration by a link that an administrator has handed over, since the installation sends no mail. The
 * administrator knows the link too, so it gives no more than they have: as with an account that they create and
 * confirm, the address is not proved, and the password ends when the account joins another organisation.
 */
export function addInvitationRegister(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['invitations']

  app.post('/invitation/token', {
    schema: {
      tags,
      summary: 'Verify the link of an invitation',
      body: TokenBody,
      response: answers({ 200: Invited }),
      security: [],
    },
    async handler(request) {
      await takeAttempt(db, 'token_address', request.ip)
      const { email, organisation_name, role_name, mailed } = await findInvitation(db, request.body.token)
      return { data: { email, organisation_name, role_name, mailed } }
    },
  })

  app.post('/invitation/register', {
    schema: {
      tags,
      summary: 'Register by an invitation that was handed over',
      body: RegisterBody,
      response: answers({ 201: Type.Null() }),
      security: [],
    },
    async handler(request, reply) {
      const { token, password, password_confirm, terms, ...names } = request.body
      checkPassword(password, password_confirm)
      const username = checkUsername(names.username)
      await takeAttempt(db, 'token_address', request.ip)
      const { email, organisation_name, organisation_id } = await handedOver(db, token)
      // As for accounts that administrators create: it tells whether an address has an account.
      await takeAttempt(db, 'conflict_organisation', organisation_id)
      checkPassword(password, undefined, { names: [username, email, email.split('@')[0]!, organisation_name] })
      const password_hash = await hashPassword(password)
      await transact(context, async (trx) => {
        const { id, role_name } = await handedOver(trx, token)
        await checkEmailFree(trx, email)
        await checkUsernameFree(trx, username)
        const { id: user_id } = await rows(trx, 'user_account').insert({
          ...{ ...names, username, email, password_hash, password_origin: 'changed', confirmed_at: sql<string>`now()` },
          ...{ created_ip: request.ip, created_address: placeOf(request.ip, config.geoip_file) },
          ...{ terms_agreed_ip: request.ip, terms_agreed_at: sql<string>`now()` },
        })
        const membership = await rows(trx, 'membership').insert({ organisation_id, user_id, role_name })
        await rows(trx, 'invitation').remove({ id, organisation_id })
        const about = { organisation_id, entity: 'membership', entity_id: membership.id, ip: request.ip }
        await audit(trx, { user_id }, 'invitation.accept', about)
      })
      return reply.code(201).send({ data: null, message: 'Welcome. Please sign in.' })
    },
  })
}

/** @throws {AppError} token_invalid for one that was mailed: its reader registers by a mail to the same address */
async function handedOver(db: Db, token: string) {
  const invitation = await findInvitation(db, token)
  if (invitation.mailed) throw new AppError('token_invalid', undefined, 'token')
  return invitation
}

/** Locks the invitation until the end of a transaction, so that it is accepted once. */
async function findInvitation(db: Db, token: string) {
  const invitation = await db
    .selectFrom('invitation as i')
    .innerJoin('organisation as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.organisation_id', 'i.email', 'i.role_name', 'i.mailed', 'o.name as organisation_name'])
    .select(sql<boolean>`i.expires_at < now()`.as('expired'))
    .where('i.token_sha256', '=', hash('sha256', token))
    .forUpdate('i')
    .executeTakeFirst()
  if (!invitation) throw new AppError('token_invalid', undefined, 'token')
  await checkServed(db, invitation.organisation_id)
  if (invitation.expired) throw new AppError('token_expired', undefined, 'token')
  return invitation
}
