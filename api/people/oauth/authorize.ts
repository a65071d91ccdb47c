import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { type ClientOrigin, clientOrigins } from '#db/tables/people/oauth/oauth_client.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { type Client, findClient } from './clients.ts'
import { beginGrant } from './grants.ts'
import { hostOf, isLoopback, isRedirectOf } from './redirects.ts'
import { isOurResource, resourceOf } from './resource.ts'

/** Of RFC 6749 §4.1.1, RFC 7636 and RFC 8707; each is checked with a sentence of its own. */
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const request = {
  response_type: text(100),
  client_id: text(500),
  redirect_uri: text(500),
  code_challenge: text(200),
  code_challenge_method: text(20),
  scope: text(1000),
  state: text(2000),
  resource: text(500),
}
const Request = Type.Object(request, { additionalProperties: false })

/** What the consent page shows. A request that is not right is refused there, so that no link leads elsewhere by it. */
export const readAuthorization = defineAction({
  method: 'GET',
  path: 'oauth/request',
  tags: ['oauth'],
  summary: 'Read which program asks to be let in, as the consent page shows it',
  query: Request,
  answer: Type.Object({
    client_name: Type.String({ description: 'As it calls itself' }),
    origin: Type.Unsafe<ClientOrigin>(Type.String({ enum: [...clientOrigins] })),
    client_host: Type.Union([Type.Null(), Type.String()], { description: 'Of the document that describes it' }),
    redirect_host: Type.String({ description: 'Where the browser is sent, with a code' }),
    loopback: Type.Boolean({ description: 'Whether that is a program on the own machine' }),
    deny_url: Type.String({ description: 'Where the browser is sent without consent' }),
  }),
  attempts: ['oauth_request'],
  async run({ context, query }) {
    const { client, redirect_uri, state } = await check(context, query)
    return {
      client_name: client.name,
      origin: client.origin,
      client_host: client.origin === 'document' ? hostOf(client.client_id) : null,
      redirect_host: hostOf(redirect_uri),
      loopback: isLoopback(redirect_uri),
      deny_url: backTo(context, redirect_uri, { error: 'access_denied', state }),
    }
  },
})

/** Lets the program in. An API key of its own is made, in which nothing else may be asked than to read. */
export const allowAuthorization = defineAction({
  method: 'POST',
  path: 'oauth/allow',
  config: { lasting: true },
  tags: ['oauth'],
  summary: 'Let a program in that asks for it, to read in one organisation',
  body: Type.Object({ ...request, organisation_id: Id }, { additionalProperties: false }),
  answer: Type.Object({ url: Type.String({ description: 'Where to send the browser' }) }),
  status: 200,
  attempts: ['oauth_request'],
  async run({ context, viewer, body: { organisation_id, ...query } }) {
    checkNotImpersonating(viewer)
    const { client, redirect_uri, state, code_challenge } = await check(context, query)
    const code = await transact(context, (trx) =>
      beginGrant(trx, viewer, { client, redirect_uri, code_challenge, organisation_id }),
    )
    return { url: backTo(context, redirect_uri, { code, state }) }
  },
})

/** @throws {AppError} naming the parameter */
async function check(context: ApiContext, query: Static<typeof Request>): Promise<Checked> {
  const { client_id, redirect_uri, response_type, code_challenge, code_challenge_method, resource, state } = query
  if (!client_id) throw wrong('client_id', 'is missing.')
  if (!redirect_uri) throw wrong('redirect_uri', 'is missing.')
  const client = await findClient(context, client_id)
  if (!isRedirectOf(client.redirect_uris, redirect_uri)) {
    throw wrong('redirect_uri', 'is not an address of this program.')
  }
  if (response_type !== 'code') throw wrong('response_type', 'must be code.')
  if (!code_challenge) throw wrong('code_challenge', 'is missing: PKCE is required.')
  if (code_challenge_method !== 'S256') throw wrong('code_challenge_method', 'must be S256.')
  if (!/^[\w-]{43}$/.test(code_challenge)) throw wrong('code_challenge', 'is not a SHA-256 in base64url.')
  checkResource(context, resource)
  return { client, redirect_uri, code_challenge, state }
}

/** @throws {AppError} for another resource than the only one (RFC 8707) */
function checkResource({ config }: Pick<ApiContext, 'config'>, resource: string | undefined): void {
  if (isOurResource(config.public_url, resource)) return
  throw new AppError('bad_request', `resource: must be ${resourceOf(config.public_url)}.`, 'resource')
}

/** With the issuer (RFC 9207), by which a client sees that the answer is of the server that it has asked. */
function backTo({ config }: ApiContext, redirect_uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, iss: config.public_url })) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

type Checked = { client: Client; redirect_uri: string; code_challenge: string; state: string | undefined }
