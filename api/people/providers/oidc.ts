import * as oauth from 'openid-client'
import { requestFrom } from '#messages/providers/request.ts'

/**
 * OpenID Connect with a provider that people have named, whose answers may be hostile: code flow with state, nonce and
 * PKCE; signatures of ID tokens are verified with the keys of its discovery document. Only public addresses are connected
 * to, redirects are not followed, and long answers are cut off.
 */
export async function discover(client: Client): Promise<oauth.Configuration> {
  const known = cache.get(keyOf(client))
  if (known && known.until > Date.now()) return known.configuration
  const configuration = await ask(client)
  if (cache.size >= MOST_KNOWN) cache.delete(cache.keys().next().value!)
  cache.set(keyOf(client), { configuration, until: Date.now() + KNOWN_MS })
  return configuration
}

/** Where the browser is sent, and what the answer is checked with. */
export async function begin(client: Client, { redirect_uri, scope, login_hint }: Beginning): Promise<Begun> {
  const configuration = await discover(client)
  const checks = { verifier: oauth.randomPKCECodeVerifier(), nonce: oauth.randomNonce() }
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope,
    state,
    nonce: checks.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(login_hint && { login_hint }),
  })
  checkScheme(url, client)
  return { url: url.href, state, checks }
}

/** Exchanges the code. @returns what the provider says of the person; the ID token counts before what it adds */
export async function exchange(client: Client, answer: URL, { state, checks, wants }: Exchange): Promise<Answer> {
  const configuration = await discover(client)
  const tokens = await oauth.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  })
  const claims = { ...tokens.claims() } as Claims
  const lacks = ['email', 'email_verified', ...wants].some((name) => claims[name] === undefined)
  const { userinfo_endpoint, end_session_endpoint } = configuration.serverMetadata()
  const more =
    lacks && userinfo_endpoint ? await oauth.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return { claims: { ...more, ...claims }, end_session_url: endSessionUrl(end_session_endpoint, client) }
}

/** What is wrong, in the provider's words where it has any. */
export function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return error.error_description ?? error.error
  const { message, cause } = error as Error
  const inner = cause instanceof Error ? `: ${cause.message}` : ''
  return `${message}${inner}`.slice(0, 300)
}

async function ask({ issuer, client_id, secret, allow_private }: Client): Promise<oauth.Configuration> {
  const insecure = allow_private ? [oauth.allowInsecureRequests] : []
  const found = await oauth.discovery(new URL(issuer), client_id, undefined, oauth.None(), {
    execute: insecure,
    timeout: TIMEOUT_S,
    [oauth.customFetch]: fetchFrom(allow_private),
  })
  const metadata = found.serverMetadata()
  const configuration = new oauth.Configuration(metadata, client_id, undefined, authOf(metadata, secret))
  configuration.timeout = TIMEOUT_S
  configuration[oauth.customFetch] = fetchFrom(allow_private)
  for (const change of [...insecure, oauth.enableNonRepudiationChecks]) change(configuration)
  return configuration
}

/** OpenID Connect Discovery §3: without a list it takes HTTP Basic. */
function authOf({ token_endpoint_auth_methods_supported: methods }: oauth.ServerMetadata, secret: string | null) {
  if (secret === null) return oauth.None()
  const takes_basic = methods === undefined || methods.includes('client_secret_basic')
  return takes_basic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

const fetchFrom =
  (allow_private: boolean): oauth.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body == null ? '' : String(body)
    const answer = await requestFrom(url, { method, headers: { ...headers }, body: sent, allow_private })
    const has_body = ![204, 205, 304].includes(answer.status)
    return new Response(has_body ? answer.text : null, {
      status: answer.status,
      headers: { 'content-type': answer.type },
    })
  }

/** The browser is sent there: no address of another kind, such as `javascript:`. */
function checkScheme(url: URL, { allow_private }: Client): void {
  if (url.protocol === 'https:' || (allow_private && url.protocol === 'http:')) return
  throw new Error('the authorization endpoint does not begin with https://')
}

function endSessionUrl(endpoint: string | undefined, client: Client): string | null {
  if (endpoint === undefined || endpoint.length > 500 || !URL.canParse(endpoint)) return null
  const { protocol } = new URL(endpoint)
  return protocol === 'https:' || (client.allow_private && protocol === 'http:') ? endpoint : null
}

/** Another secret or address is another client. */
const keyOf = ({ issuer, client_id, secret, allow_private }: Client) =>
  JSON.stringify([issuer, client_id, secret, allow_private])

const cache = new Map<string, { configuration: oauth.Configuration; until: number }>()
const MOST_KNOWN = 200
const KNOWN_MS = 10 * 60_000
const TIMEOUT_S = 10

export type Client = { issuer: string; client_id: string; secret: string | null; allow_private: boolean }
export type Checks = { verifier: string; nonce: string }
export type Claims = { sub: string } & Record<string, unknown>
type Answer = { claims: Claims; end_session_url: string | null }
type Beginning = { redirect_uri: string; scope: string; login_hint: string | undefined }
type Begun = { url: string; state: string; checks: Checks }
type Exchange = { state: string; checks: Checks; wants: string[] }
