import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { visibleNames } from '../crud/checks.ts'
import { rows } from '../crud/rows.ts'
import { transact } from '../crud/transact.ts'
import { placeOf } from '../http/addresses/country.ts'
import { takeAttempt } from '../http/attempts.ts'
import { checkServed } from '../http/backends.ts'
import { AppError, wrong } from '../http/errors.ts'
import { auditAccount } from './account_audit.ts'
import { checkEmailFree } from './accounts/addresses.ts'
import { Names, Password, Terms, TokenBody, Username } from './accounts/bodies.ts'
import { checkPassword, checkUsername, checkUsernameFree, namesOf } from './accounts/checks.ts'
import { completeAccount } from './accounts/complete.ts'
import { usernameFor } from './accounts/username_for.ts'
import { inviterOf, Offered, offersTo } from './consent.ts'
import { endInvitations, refusalOf } from './ended_invitations.ts'
import { keepLimit } from './member_groups.ts'
import { hashPassword } from './passwords/hash.ts'
import { keepDevice, originOf } from './sessions/device_cookie.ts'
import { forget } from './sessions/keep.ts'
import { rememberOrigin } from './sessions/origins.ts'
import { openSession } from './sessions/sessions.ts'
import { SignedIn, signedIn } from './sessions/signed_in.ts'
import { clientOf, countLogin } from './sessions/signin.ts'

const RegisterBody = Type.Object(
  {
    ...TokenBody.properties,
    /** One is made of the address where it is missing. */
    username: Type.Optional(Username),
    password: Password,
    password_confirm: Type.Optional(Password),
    terms: Terms,
    /** The organisations to join, of those in the answer of the token route; all that have invited if it is missing. */
    organisation_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    ...Names,
  },
  { additionalProperties: false },
)
const Invited = Type.Object({
  email: Type.String(),
  organisation_id: Id,
  organisation_name: Type.String(),
  role_name: RoleName,
  /** The display name of the person who invited. */
  inviter: Nullable(Type.String()),
  /** Whether the link was mailed, which proves the address; else it was handed over. */
  mailed: Type.Boolean(),
  /** Whether the reader of a mailed link has an account already: they sign in and accept. */
  registered: Type.Boolean(),
  /** All organisations that wait for the reader of a mailed link; of one that was handed over only its own. */
  organisations: Type.Array(Offered),
})

const tags = ['invitations']

/**
 * Registration by the link of an invitation, in one step, after which its reader is signed in.
 *
 * A mailed link proves the address that it was sent to. One that an administrator has handed over, since the
 * installation sends no mail, is known to the administrator too, so it gives no more than they have: as with an account
 * that they create and confirm, the address is not proved, and the password ends when the account joins another
 * organisation.
 */
export const readInvitation = defineAction({
  method: 'POST',
  path: 'invitation/token',
  public: true,
  tags,
  summary: 'Verify the link of an invitation',
  body: TokenBody,
  answer: Invited,
  status: 200,
  attempts: ['token_address'],
  async run({ context: { db }, body }) {
    const { id: _, expired: __, token_sha256: ___, ...invitation } = await findInvitation(db, body.token)
    const account = invitation.mailed ? await findAccount(db, invitation.email) : undefined
    const { organisation_id: own, organisation_name: name, role_name, inviter, mailed } = invitation
    const organisations = mailed
      ? await offersTo(db, invitation.email)
      : [{ id: own, name, role_name, added: false, inviter }]
    return { ...invitation, registered: isProved(account), organisations }
  },
})

export const registerInvited = defineAction({
  method: 'POST',
  path: 'invitation/register',
  public: true,
  tags,
  summary: 'Register by the link of an invitation, and sign in',
  body: RegisterBody,
  answer: SignedIn,
  status: 201,
  message: 'Welcome. You are a member now.',
  async run({ context, body, request, reply }) {
    const { config, db } = context
    const { token, password, password_confirm, terms: _, username, organisation_ids, ...names } = body
    await takeAttempt(db, 'password_address', request.ip)
    checkPassword(password, password_confirm)
    if (username !== undefined) checkUsername(username)
    await takeAttempt(db, 'token_address', request.ip)
    const invitation = await findInvitation(db, token)
    // As for accounts that administrators create: it tells whether an address has an account.
    if (!invitation.mailed) await takeAttempt(db, 'conflict_organisation', invitation.organisation_id)
    await checkNames(db, body, invitation)
    const password_hash = await hashPassword(password)
    const origin = originOf(request, config.public_url)
    const session_id = await transact(context, async (trx) => {
      const locked = await findInvitation(trx, token)
      const user_id = await register(trx, locked, {
        account: { ...visibleNames(names), username: await nameFor(trx, username, locked.email), password_hash },
        ip: request.ip,
        geoip_file: config.geoip_file,
        organisation_ids,
      })
      await countLogin(trx, user_id, request.ip)
      keepDevice(reply, await rememberOrigin(trx, user_id, origin), config.public_url)
      await auditAccount(trx, { user_id, ip: request.ip }, 'user.signin', { details: { link: 'invitation' } })
      return openSession(trx, { user_id, ...clientOf(request), by_password: true })
    })
    await forget(context, request, reply)
    return signedIn(request.server, context, session_id)
  },
})

/** @returns the id of the new account, or of the one that was waiting for its address to be proved */
async function register(trx: Trx, invitation: Invitation, { account, ip, ...more }: Registration): Promise<number> {
  const { id, email, mailed, organisation_id, role_name } = invitation
  const waiting = mailed ? await findAccount(trx, email) : undefined
  if (waiting && !waiting.active) throw new AppError('inactive')
  if (isProved(waiting)) throw new AppError('email_conflict', 'There is an account already: please sign in.', 'email')
  if (!waiting) await checkEmailFree(trx, email)
  await checkUsernameFree(trx, account.username, waiting?.id)
  const created = { created_ip: ip, created_address: placeOf(ip, more.geoip_file) }
  if (!mailed) {
    const { id: user_id } = await rows(trx, 'user_account').insert({
      ...account,
      ...created,
      email,
      password_origin: 'changed',
      confirmed_at: sql<string>`now()`,
      terms_agreed_ip: ip,
      terms_agreed_at: sql<string>`now()`,
    })
    const membership = await rows(trx, 'membership').insert({ organisation_id, user_id, role_name })
    await keepLimit(trx, id, membership.id)
    await rows(trx, 'invitation').remove({ id, organisation_id })
    await endInvitations(trx, [invitation], 'accepted')
    await auditAccepted(trx, user_id, ip, { organisation_id, id: membership.id })
    return user_id
  }
  if (more.organisation_ids?.length === 0) throw wrong('organisation_ids', 'choose an organisation to join.')
  const user_id = waiting?.id ?? (await rows(trx, 'user_account').insert({ ...account, ...created, email })).id
  const selected_ids = more.organisation_ids
  await completeAccount(trx, user_id, { account, ip, selected_ids, self_requested: true })
  const joined = await trx
    .selectFrom('membership')
    .select(['id', 'organisation_id'])
    .where('user_id', '=', user_id)
    .execute()
  for (const membership of joined) await auditAccepted(trx, user_id, ip, membership)
  return user_id
}

function auditAccepted(trx: Trx, user_id: number, ip: string, { organisation_id, id }: Joined): Promise<void> {
  return audit(trx, { user_id }, 'invitation.accept', { organisation_id, entity: 'membership', entity_id: id, ip })
}

/** The password must not be a name of the person or of an organisation that they join. */
async function checkNames(db: Db, { username, password }: Body, { email, organisation_name, mailed }: Invitation) {
  const account = mailed ? await findAccount(db, email) : undefined
  const known = account ? await namesOf(db, account.id, { proved: true }) : []
  const names = [username ?? null, email, email.split('@')[0]!, organisation_name, ...known]
  checkPassword(password, undefined, { names })
}

const nameFor = (trx: Trx, username: string | undefined, email: string) =>
  username === undefined ? usernameFor(trx, email) : checkUsername(username)

function findAccount(db: Db, email: string) {
  return db
    .selectFrom('user_account')
    .select(['id', 'email_proved_at', 'active'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const isProved = (account: { email_proved_at: string | null } | undefined) => account?.email_proved_at != null

/** Locks the invitation until the end of a transaction, so that it is accepted once. */
async function findInvitation(db: Db, token: string) {
  const token_sha256 = hash('sha256', token)
  const invitation = await db
    .selectFrom('invitation as i')
    .innerJoin('organisation as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.organisation_id', 'i.email', 'i.role_name', 'i.mailed', 'i.token_sha256'])
    .select(['o.name as organisation_name', inviterOf('i').as('inviter')])
    .select(sql<boolean>`i.expires_at < now()`.as('expired'))
    .where('i.token_sha256', '=', token_sha256)
    .forUpdate('i')
    .executeTakeFirst()
  if (!invitation) throw await refusalOf(db, token_sha256)
  await checkServed(db, invitation.organisation_id)
  if (invitation.expired) throw new AppError('token_expired', undefined, 'token')
  return invitation
}

type Invitation = Awaited<ReturnType<typeof findInvitation>>
type Body = Static<typeof RegisterBody>
type Joined = { id: number; organisation_id: number }
type Registration = {
  account: Pick<Body, keyof typeof Names> & { username: string; password_hash: string }
  ip: string
  geoip_file: string | null
  organisation_ids: number[] | undefined
}
