import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { strictCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/errors.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { begin, reasonOf } from './oidc.ts'
import { clientOf, noteFailure, type Provider, providerWhere } from './providers.ts'

const LIFETIME_S = 15 * 60
const Begun = Type.Object({ url: Type.String({ description: 'Where to send the browser' }), provider: Type.String() })
const tags = ['session']

/** Cookie that binds a sign-in to the browser that began it, so that an answer is refused in any other browser. */
export const browserCookie = (public_url: string) => strictCookie('ringfence-provider', public_url)

export const beginProviderSignIn = defineAction({
  method: 'POST',
  path: 'user/signin/provider',
  public: true,
  tags,
  summary: 'Begin to sign in at an identity provider: the one of an address, or one of the installation',
  body: Type.Object(
    {
      email: Type.Optional(Type.String({ maxLength: 254 })),
      identity_provider_id: Type.Optional(Id),
      keep: Type.Optional(Type.Boolean({ description: 'whether this browser keeps the session, as at signing in' })),
    },
    { additionalProperties: false },
  ),
  answer: Begun,
  status: 200,
  attempts: ['token_address'],
  async run({ context, body: { email, identity_provider_id, keep = false }, reply }) {
    const provider =
      identity_provider_id === undefined
        ? await providerOfAddress(context.db, email ?? '')
        : await providerWhere(context.db, sql`p.id = ${identity_provider_id} and p.organisation_id is null`)
    if (!provider) throw new AppError('not_found', 'No organisation signs in with this address here.', 'email')
    return beginAt(context, provider, reply, { keep, link_user_id: null, login_hint: email })
  },
})

/** One's own password, so that a stranger at an open browser cannot leave a way in. */
export const connectIdentity = defineAction({
  method: 'POST',
  path: 'identity/connect',
  config: { lasting: true },
  tags: ['identities'],
  summary: 'Begin to connect an account at an identity provider with your own',
  body: Type.Object(
    { identity_provider_id: Id, password: Type.String({ maxLength: 1000 }) },
    { additionalProperties: false },
  ),
  answer: Begun,
  status: 200,
  async run({ context, viewer, body: { identity_provider_id, password }, reply }) {
    checkNotImpersonating(viewer)
    const provider = await providerWhere(context.db, sql`p.id = ${identity_provider_id} and ${isOpenTo(viewer)}`)
    if (!provider) throw new AppError('not_found', 'There is no such provider.', 'identity_provider_id')
    await checkOwnPassword(context.db, viewer, password)
    return beginAt(context, provider, reply, { keep: false, link_user_id: viewer.user_id, login_hint: undefined })
  },
})

/** The providers that one may connect. */
export const listConnectable = defineAction({
  method: 'GET',
  path: 'identityproviders/own',
  tags: ['identities'],
  summary: 'List the identity providers that you may connect',
  answer: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  status: 200,
  async run({ context: { db }, viewer }) {
    const { rows } = await sql<{ id: number; name: string }>`
      select p.id, p.name from identity_provider p where p.active and ${isOpenTo(viewer)} order by p.id limit 100`.execute(
      db,
    )
    return rows
  },
})

/** The installation's, and those of organisations that one belongs to. */
function isOpenTo({ memberships }: Viewer) {
  const own = memberships.map((m) => m.organisation_id)
  return sql<SqlBool>`(p.organisation_id is null or p.organisation_id = any(${`{${own.join(',')}}`}::bigint[]))`
}

/** By the domain: whether there is an account with the address is not asked. */
function providerOfAddress(db: Db, email: string): Promise<Provider | undefined> {
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  return providerWhere(
    db,
    sql`exists (select from email_domain d where d.organisation_id = p.organisation_id and d.domain = ${domain}
      and d.verified_at is not null)`,
  )
}

async function beginAt(context: ApiContext, provider: Provider, reply: FastifyReply, begins: Beginning) {
  const { config, db, keys } = context
  const redirect_uri = linksTo(config.public_url).signInCallback()
  const { login_hint, ...kept } = begins
  const { url, state, checks } = await begin(clientOf(context, provider), {
    redirect_uri,
    scope: provider.scopes,
    login_hint,
  }).catch((error) => noteFailure(db, provider, reasonOf(error)))
  const state_sha256 = hash('sha256', state)
  const browser = randomBytes(32).toString('base64url')
  await db
    .insertInto('provider_sign_in')
    .values({
      ...kept,
      identity_provider_id: provider.id,
      state_sha256,
      browser_sha256: hash('sha256', browser),
      checks_sealed: keys.seal(JSON.stringify(checks), purposes.provider_sign_in(state_sha256)),
      expires_at: sql<string>`now() + make_interval(secs => ${LIFETIME_S}::int)`,
    })
    .execute()
  browserCookie(config.public_url).write(reply, browser, LIFETIME_S)
  return { url, provider: provider.name }
}

type Beginning = { keep: boolean; link_user_id: number | null; login_hint: string | undefined }
