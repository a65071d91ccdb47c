import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { purposes } from '#db/tables/purposes.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount, auditFailedSignIn } from '../account_audit.ts'
import { takeSecondFactor } from '../sessions/codes.ts'
import { forgetGuesses, ofUser, takeGuess } from '../sessions/guesses.ts'
import { forget, keepSession } from '../sessions/keep.ts'
import { KEPT_DAYS, openSession } from '../sessions/sessions.ts'
import { SignedIn, signedIn } from '../sessions/signed_in.ts'
import { clientOf as clientOfRequest, countLogin } from '../sessions/signin.ts'
import { accountOf, checkOpen, connect } from './account.ts'
import { browserCookie } from './begin.ts'
import { type Person, personOf } from './claims.ts'
import { type Checks, exchange, reasonOf } from './oidc.ts'
import { clientOf, noteFailure, type Provider, providerWhere } from './providers.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const Body = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: text(4000),
    iss: text(500),
    error: text(200),
    error_description: text(1000),
    totp: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'of the authenticator app, or a recovery code: once it is asked for',
      }),
    ),
  },
  { additionalProperties: false },
)

/**
 * Takes the answer of a provider from the browser that began, once. A provider takes the place of the password, never of
 * a second factor: its code is asked for with the same `state`. Private records stay closed in such a session.
 */
export const finishProviderSignIn = defineAction({
  method: 'POST',
  path: 'user/signin/provider/finish',
  public: true,
  tags: ['session'],
  summary: 'Finish to sign in, or to connect an account, by the answer of the identity provider',
  body: Body,
  answer: SignedIn,
  status: 200,
  attempts: ['token_address'],
  async run({ context, viewer, body, request, reply }) {
    const browser = browserCookie(context.config.public_url).read(request)
    const begun = await find(context.db, body.state, browser)
    const provider = await providerWhere(context.db, sql`p.id = ${begun.identity_provider_id}`)
    if (!provider) throw new AppError('not_possible', 'This provider has been switched off.')
    if (begun.user_id !== null) return secondStep(context, { begun, provider, totp: body.totp, request, reply })
    const person = await answered(context, begun, provider, body)
    if (begun.link_user_id !== null) {
      const session_id = await link(context, viewer, { ...begun, link_user_id: begun.link_user_id }, provider, person)
      return signedIn(request.server, context, session_id)
    }
    const user_id = await transact(context, (trx) => accountOf(trx, provider, person, request.ip))
    if (await needsCode(context.db, user_id)) {
      await context.db.updateTable('provider_sign_in').set({ user_id }).where('id', '=', begun.id).execute()
      throw new AppError('totp_required', undefined, 'totp')
    }
    return enter(context, { begun, provider, user_id, request, reply })
  },
})

/** @throws {AppError} forbidden for an unknown, used or foreign state, token_expired */
async function find(db: Db, state: string, browser: string | null): Promise<Begun> {
  const begun = await db
    .selectFrom('provider_sign_in')
    .select(['id', 'identity_provider_id', 'state_sha256', 'checks_sealed', 'link_user_id', 'keep', 'user_id'])
    .select(['answered_at', sql<boolean>`expires_at < now()`.as('is_expired')])
    .where('state_sha256', '=', hash('sha256', state))
    .where('browser_sha256', '=', hash('sha256', browser ?? ''))
    .executeTakeFirst()
  const is_used = begun && begun.answered_at !== null && begun.user_id === null
  if (!begun || is_used)
    throw new AppError('forbidden', 'This answer belongs to no sign-in that this browser has begun.')
  if (begun.is_expired) throw new AppError('token_expired', 'This took too long. Please sign in again.')
  return begun
}

/** Uses the answer up before the code is exchanged, so that two at once are one. */
async function answered(
  context: ApiContext,
  begun: Begun,
  provider: Provider,
  body: Static<typeof Body>,
): Promise<Person> {
  const { config, db, keys } = context
  const { numUpdatedRows } = await db
    .updateTable('provider_sign_in')
    .set({ answered_at: sql<string>`now()` })
    .where('id', '=', begun.id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('forbidden', 'This answer has been used.')
  const said = body.error_description ?? body.error
  if (body.code === undefined) return noteFailure(db, provider, said ?? 'it sent no code', said)
  const back = new URL(linksTo(config.public_url).signInCallback())
  for (const name of ['code', 'state', 'iss'] as const) if (body[name]) back.searchParams.set(name, body[name])
  const checks = JSON.parse(keys.unseal(begun.checks_sealed, purposes.provider_sign_in(begun.state_sha256))) as Checks
  const { claims, end_session_url } = await exchange(clientOf(context, provider), back, {
    state: body.state,
    checks,
    wants: provider.organisation_id === null ? [] : [provider.groups_claim],
  }).catch((error) => noteFailure(db, provider, reasonOf(error)))
  await db
    .updateTable('identity_provider')
    .set({ last_used_at: sql<string>`now()`, last_error: null, last_error_at: null, end_session_url })
    .where('id', '=', provider.id)
    .execute()
  return personOf(claims, provider)
}

/** @returns the session of the person who connects it, which began it */
async function link(
  context: ApiContext,
  viewer: Viewer | null,
  begun: Begun & { link_user_id: number },
  provider: Provider,
  person: Person,
): Promise<number> {
  const { session_id, user_id } = viewer ?? {}
  if (user_id !== begun.link_user_id || !session_id || viewer?.api_key) {
    throw new AppError('forbidden', 'Please sign in as the person who has begun to connect the account.')
  }
  checkNotImpersonating(viewer!)
  await transact(context, async (trx) => {
    await connect(trx, provider, person, begun.link_user_id, { by_person: true })
    await trx.deleteFrom('provider_sign_in').where('id', '=', begun.id).execute()
    await auditAccount(trx, viewer!, 'identity.connect', { details: { provider: provider.name } })
  })
  return session_id
}

/** The code of the second factor: counted as after a password. */
async function secondStep(context: ApiContext, { totp, ...entering }: Entering & { totp: string | undefined }) {
  const { db, keys } = context
  const user_id = entering.begun.user_id!
  if (totp === undefined) throw new AppError('totp_required', undefined, 'totp')
  const guesses = { pace: 'code' as const, subject: ofUser(user_id), scope: 'code provider' }
  await takeGuess(db, [guesses])
  await takeSecondFactor(db, user_id, totp, keys).catch(async (error) => {
    if (!(error instanceof AppError)) throw error
    await auditFailedSignIn(db, user_id, entering.request.ip, 'code')
    throw new AppError(error.code, error.message, 'totp')
  })
  await forgetGuesses(db, guesses)
  return enter(context, { ...entering, user_id })
}

async function enter(
  context: ApiContext,
  { begun, provider, user_id, request, reply }: Entering & { user_id: number },
) {
  const { config, db } = context
  await checkOpen(db, user_id)
  const { numDeletedRows } = await db.deleteFrom('provider_sign_in').where('id', '=', begun.id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('forbidden', 'This answer has been used.')
  browserCookie(config.public_url).clear(reply)
  await countLogin(db, user_id, request.ip)
  const details = { provider: provider.name }
  await auditAccount(db, { user_id, ip: request.ip }, 'user.signin', { details })
  await forget(context, request, reply)
  const session_id = await openSession(db, {
    user_id,
    ...clientOfRequest(request),
    identity_provider_id: provider.id,
    ...(begun.keep && { kept_days: KEPT_DAYS }),
  })
  if (begun.keep) await keepSession(db, reply, session_id, config.public_url)
  return signedIn(request.server, context, session_id)
}

async function needsCode(db: Db, user_id: number): Promise<boolean> {
  const account = db.selectFrom('user_account').select('totp_enabled_at').where('id', '=', user_id)
  return (await account.executeTakeFirstOrThrow()).totp_enabled_at !== null
}

type Begun = {
  id: number
  identity_provider_id: number
  state_sha256: string
  checks_sealed: string
  link_user_id: number | null
  keep: boolean
  user_id: number | null
  answered_at: string | null
  is_expired: boolean
}
type Entering = { begun: Begun; provider: Provider; request: FastifyRequest; reply: FastifyReply }
