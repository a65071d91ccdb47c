import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { problemsOfXero, problemsOfXeroAnswer, problemsOfXeroRequest } from './contract/xero.ts'
import { Books, XeroRefusal } from './fake_xero_books.ts'

/**
 * Xero over node:http, by its documentation: OAuth 2 with PKCE and rotating refresh tokens, connections, and the
 * accounting API with limits, idempotency keys and validation. `faults` makes it lose answers, refuse or die. Requests
 * and answers are held to the contract: what it does not have fails the test, at the latest when it stops.
 */
export async function startXero(port = 0): Promise<FakeXero> {
  const state = new XeroState()
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(port)
  const own_port = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${own_port}`
  return {
    url,
    state,
    books: state.books,
    settings: {
      XERO_CLIENT_ID: CLIENT.id,
      XERO_CLIENT_SECRET: CLIENT.secret,
      XERO_WEBHOOK_KEY: WEBHOOK_KEY,
      XERO_LOGIN_URL: url,
      XERO_IDENTITY_URL: url,
      XERO_API_URL: url,
    },
    approve: (address, tenants) => state.approve(address, tenants),
    async die() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    revive: () => listen(own_port),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (state.problems.length > 0) throw new Error(`Not as Xero's contract: ${state.problems.join('; ')}`)
    },
  }
}

class XeroState {
  /** What was not as the contract says. */
  readonly problems: string[] = []
  readonly books = new Map<string, Books>()
  readonly calls: Call[] = []
  /** By refresh token. */
  readonly grants = new Map<string, Grant>()
  readonly access = new Map<string, { grant: string; expires_ms: number }>()
  readonly codes = new Map<string, Code>()
  /** The connections that a person has allowed, by grant. */
  readonly connections = new Map<string, Connection[]>()
  readonly answers = new Map<string, { status: number; body: unknown; request: string }>()
  revoked = 0
  /** How often new tokens were given for a refresh token. */
  rotations = 0
  /** Seconds that an access token lives. */
  token_s = 1800
  /** For the next calls of the accounting API. */
  faults: Fault[] = []
  /** For the next calls of the token endpoint. */
  token_faults: Fault[] = []
  minute_limit = 60
  at_once_limit = 5
  at_once = 0
  most_at_once = 0

  /** The person agrees: @returns the address that the browser is sent back to */
  approve(address: string, tenants: { id: string; name: string }[]): string {
    const query = new URL(address).searchParams
    if (query.get('client_id') !== CLIENT.id || query.get('response_type') !== 'code') throw new Error('unknown client')
    if (query.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
    const code = randomUUID()
    for (const { id } of tenants) if (!this.books.has(id)) this.books.set(id, new Books())
    this.codes.set(code, { challenge: query.get('code_challenge')!, redirect_uri: query.get('redirect_uri')!, tenants })
    const back = new URL(query.get('redirect_uri')!)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back.href
  }

  issue(grant: string): object {
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    this.access.set(access_token, { grant, expires_ms: Date.now() + this.token_s * 1000 })
    this.grants.set(refresh_token, { grant, next: null })
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: this.token_s, scope: 'offline_access' }
  }

  /** What was answered with 2xx. */
  made(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path.includes(path) && call.status < 300)
  }
}

async function answer(state: XeroState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const url = new URL(request.url!, 'http://xero')
  const [method, path] = [request.method!, url.pathname.replace('/api.xro/2.0/', '').replace(/^\/(?=connections)/, '')]
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
    state.problems.push(...problemsOfXeroAnswer(method, path, status, value))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }
  const lose = (fault: Fault | undefined) => {
    if (fault === 'lost') response.destroy()
    // The client's own timeout ends it.
    return fault === 'lost' || fault === 'silent'
  }
  if (url.pathname === '/connect/token') {
    const fault = state.token_faults.shift()
    if (typeof fault === 'number') return void send(fault, { error: 'temporarily_unavailable' })
    const { status, value } = token(state, request, new URLSearchParams(body))
    if (status === 200) state.problems.push(...problemsOfXero('token', value))
    if (!lose(fault)) send(status, value)
    return
  }
  if (url.pathname === '/connect/revocation') {
    const refresh = new URLSearchParams(body).get('token') ?? ''
    const grant = state.grants.get(refresh)?.grant
    state.revoked++
    for (const [key, one] of state.grants) if (one.grant === grant) state.grants.delete(key)
    for (const [key, one] of state.access) if (one.grant === grant) state.access.delete(key)
    return void send(200, {})
  }
  const problems = problemsOfXeroRequest({ method, path, query: url.searchParams, headers: request.headers, body })
  state.problems.push(...problems)
  if (problems.length > 0) return void send(400, refusal(problems.join('; ')))
  const token_of = state.access.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
  if (!token_of || token_of.expires_ms < Date.now()) {
    return void send(401, { Type: null, Title: 'Unauthorized', Status: 401, Detail: 'TokenExpired: token expired' })
  }
  const connections = state.connections.get(token_of.grant) ?? []
  if (url.pathname === '/connections' && request.method === 'GET') {
    return void send(
      200,
      connections.map(({ id, tenant }) => ({
        id,
        tenantId: tenant.id,
        tenantName: tenant.name,
        tenantType: 'ORGANISATION',
        authEventId: token_of.grant,
      })),
    )
  }
  if (url.pathname.startsWith('/connections/')) {
    const id = url.pathname.split('/')[2]
    state.connections.set(
      token_of.grant,
      connections.filter((one) => one.id !== id),
    )
    return void response.writeHead(204).end()
  }
  const tenant_id = String(request.headers['xero-tenant-id'])
  const books = state.books.get(tenant_id)
  if (!books || !connections.some(({ tenant }) => tenant.id === tenant_id)) {
    return void send(403, { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' })
  }
  const call: Call = { method, path, at_ms: performance.now(), status: 0, body, tenant_id }
  const recent = state.calls.filter((one) => one.tenant_id === tenant_id && call.at_ms - one.at_ms < 60_000).length
  state.calls.push(call)
  const limited = state.at_once >= state.at_once_limit ? 'concurrent' : recent >= state.minute_limit ? 'minute' : null
  const fault = state.faults.shift()
  if (limited || fault === 'limit') {
    call.status = 429
    const headers = { 'retry-after': '1', 'x-rate-limit-problem': limited ?? 'minute' }
    return void send(429, {}, headers)
  }
  state.at_once++
  state.most_at_once = Math.max(state.most_at_once, state.at_once)
  response.on('close', () => state.at_once--)
  if (typeof fault === 'number') {
    call.status = fault
    return void send(fault, { Message: 'An error occurred in Xero. Check the API Status page.' })
  }
  const { status, value } = accounting(state, books, request, url, body)
  call.status = status
  if (lose(fault)) return
  const left = String(state.minute_limit - recent - 1)
  send(status, value, { 'x-minlimit-remaining': left, 'x-daylimit-remaining': String(5000 - state.calls.length) })
}

/** The same key with the same request gets the first answer. */
function accounting(state: XeroState, books: Books, request: IncomingMessage, url: URL, body: string) {
  const path = decodeURIComponent(url.pathname.replace('/api.xro/2.0/', ''))
  const key = request.headers['idempotency-key']
  const signature = `${request.method} ${url.pathname} ${body}`
  const first = typeof key === 'string' ? state.answers.get(key) : undefined
  if (first && first.request !== signature) {
    return { status: 400, value: refusal('The Idempotency-Key was used with another request') }
  }
  if (first) return { status: first.status, value: first.body }
  let result: { status: number; value: unknown }
  try {
    result = {
      status: 200,
      value: written(
        books.handle(
          request.method!,
          path,
          url.searchParams,
          body ? JSON.parse(body) : null,
          request.headers['if-modified-since'],
        ),
      ),
    }
  } catch (error) {
    if (!(error instanceof XeroRefusal)) throw error
    result = { status: error.status, value: error.body }
  }
  if (typeof key === 'string') state.answers.set(key, { status: result.status, body: result.value, request: signature })
  return result
}

/** As Xero writes an answer: with what surrounds its list, some of it lists too, and with its own dates. */
function written(list: unknown): object {
  const [kind = ''] = Object.keys(list as object)
  const warned = ['Invoices', 'CreditNotes', 'Contacts', 'Payments'].includes(kind)
  const about = { Id: randomUUID(), Status: 'OK', ProviderName: 'Ringfence', DateTimeUTC: `/Date(${Date.now()})/` }
  const dated = JSON.stringify(list, (_, value) => (isDay(value) ? `/Date(${Date.parse(value)}+0000)/` : value))
  return { ...about, ...(warned && { Warnings: [] }), ...JSON.parse(dated) }
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const refusal = (Message: string) => ({ ErrorNumber: 10, Type: 'ValidationException', Message })

function token(state: XeroState, request: IncomingMessage, form: URLSearchParams): { status: number; value: object } {
  // RFC 6749 §2.3.1: both parts are form-encoded first.
  const given = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  const [id, secret] = given.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  if (id !== CLIENT.id || secret !== CLIENT.secret) return { status: 401, value: { error: 'invalid_client' } }
  const invalid = { status: 400, value: { error: 'invalid_grant' } }
  if (form.get('grant_type') === 'authorization_code') {
    const code = state.codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge || code.redirect_uri !== form.get('redirect_uri')) return invalid
    state.codes.delete(form.get('code')!)
    const grant = randomUUID()
    state.connections.set(
      grant,
      code.tenants.map((tenant) => ({ id: randomUUID(), tenant })),
    )
    return { status: 200, value: state.issue(grant) }
  }
  const grant = state.grants.get(form.get('refresh_token') ?? '')
  if (!grant) return invalid
  // A used refresh token works for 30 minutes more, and gives what it gave: an answer may have been lost. What followed
  // from it ends it.
  if (grant.next) {
    const { refresh_token } = grant.next as { refresh_token: string }
    return state.grants.get(refresh_token)?.next ? invalid : { status: 200, value: grant.next }
  }
  state.rotations++
  grant.next = state.issue(grant.grant)
  return { status: 200, value: grant.next }
}

export const WEBHOOK_KEY = 'the key of the webhook'
const CLIENT = { id: 'client-of-the-installation', secret: 'a secret of the client' }

/** `lost`: done, and the connection ends without an answer; `silent`: done, no answer; a status; `limit`: 429. */
export type Fault = 'lost' | 'silent' | 'limit' | number | undefined
type Call = { method: string; path: string; at_ms: number; status: number; body: string; tenant_id: string }
type Grant = { grant: string; next: object | null }
type Code = { challenge: string; redirect_uri: string; tenants: { id: string; name: string }[] }
type Connection = { id: string; tenant: { id: string; name: string } }
export type FakeXero = {
  url: string
  state: XeroState
  books: Map<string, Books>
  /** Of an installation that talks to it. */
  settings: Record<string, string>
  approve(address: string, tenants: { id: string; name: string }[]): string
  /** Stops listening; `revive` listens again on the same port. */
  die(): Promise<void>
  revive(): Promise<void>
  stop(): Promise<void>
}
