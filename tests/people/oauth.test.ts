import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { type Network, startNetwork, startTracker } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { BACK, Memory } from './oauth/memory.ts'

const PUBLIC_URL = 'https://ringfence.test'
const ENTERED = 'an-assistant'
let network: Network
let ours: Organisation
let documents: Server
/** What the other side's server answers, by path. */
const served: Record<string, { type?: string; status?: number; body: string }> = {}
let made = 0

beforeAll(async () => {
  network = await startNetwork({
    PUBLIC_URL,
    OAUTH_CLIENTS: 'registration',
    WEBHOOK_PRIVATE: 'on',
    HTTP_RATE: '100000',
  })
  ours = await makeOrganisation(network, 'ours')
  await (await startTracker(network, 'lorry', { organisation_id: ours.id, name: 'Lorry' })).stop()
  await network.admin.create('oauthclient', { client_id: ENTERED, name: 'An assistant', redirect_uris: [BACK] })
  documents = createServer(({ url }, response) => {
    const { status = 200, type = 'application/json', body } = served[url!] ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  documents.close()
  await network.stop()
})

const documentsUrl = () => `http://127.0.0.1:${(documents.address() as AddressInfo).port}`
const person = (role: 'Administrator' | 'Staff' = 'Staff') => makePerson(network, `person-${++made}`, ours.id, role)
/** The server's address as people and programs know it. */
const reach: typeof fetch = (url, init) => fetch(String(url).replace(PUBLIC_URL, network.url), init)
const pkce = () => {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }
}
// biome-ignore lint/suspicious/noExplicitAny: each answer is another
type Answer = { status: number; body: any }
async function post(path: string, body: Record<string, string>): Promise<Answer> {
  const response = await reach(`${PUBLIC_URL}${path}`, { method: 'POST', body: new URLSearchParams(body) })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}

type Request = Record<string, string>
function requestOf(code_challenge: string, more: Request = {}): Request {
  const resource = `${PUBLIC_URL}/mcp`
  const basic = { response_type: 'code', client_id: ENTERED, redirect_uri: BACK, state: 'xyz', resource }
  return { ...basic, code_challenge, code_challenge_method: 'S256', ...more }
}
/** @returns where the browser is sent to */
async function allow({ client }: Pick<Person, 'client'>, request: Request, organisation_id = ours.id): Promise<URL> {
  const { data } = await client.act('POST oauth/allow', { ...request, organisation_id } as never)
  return new URL((data as { url: string }).url)
}
async function codeFor(who: Person, more: Request = {}) {
  const { code_verifier, code_challenge } = pkce()
  const url = await allow(who, requestOf(code_challenge, more))
  const code = url.searchParams.get('code')!
  const basic = { grant_type: 'authorization_code', client_id: ENTERED, redirect_uri: BACK }
  return { url, exchange: (other: Request = {}) => post('/oauth/token', { ...basic, code, code_verifier, ...other }) }
}
async function tokensFor(who: Person): Promise<{ access_token: string; refresh_token: string }> {
  return (await (await codeFor(who)).exchange()).body
}
const refresh = (refresh_token: string, more: Request = {}) =>
  post('/oauth/token', { grant_type: 'refresh_token', client_id: ENTERED, refresh_token, ...more })
const mcp = (token: string) =>
  reach(`${PUBLIC_URL}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
const refusal = async (who: Person, more: Request) =>
  allow(who, requestOf(pkce().code_challenge, more)).then(
    () => null,
    (error) => ({ status: error.status, field: error.field }),
  )

/** As a person would do it: the client's address opened, consent given, the answer handed over. */
async function connect(memory: Memory, who: Person): Promise<Client> {
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${PUBLIC_URL}/mcp`), { authProvider: memory, fetch: reach })
  const first = transport()
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow()
  const asked = memory.sent!
  expect(asked.origin + asked.pathname).toBe(`${PUBLIC_URL}/app/assistant`)
  const { scope: _, ...request } = Object.fromEntries(asked.searchParams)
  const answer = await allow(who, request)
  expect([answer.searchParams.get('state'), answer.searchParams.get('iss')]).toEqual(['a-state', PUBLIC_URL])
  await first.finishAuth(answer.searchParams)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport())
  return client
}

describe('the official client', () => {
  it('connects by the address alone, reads, renews its token, and ends with its grant', async () => {
    const who = await person()
    const memory = new Memory()
    const client = await connect(memory, who)
    const { content } = await client.callTool({ name: 'where_are_trackers', arguments: {} })
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({ total: 1, rows: [{ name: 'Lorry' }] })
    const before = memory.kept!.access_token
    await network.db.updateTable('oauth_grant').set({ access_expires_at: '2020-01-01T00:00:00Z' }).execute()
    await client.listTools()
    expect(memory.kept!.access_token).not.toBe(before)
    const { data: keys } = await who.client.list('apikey', {})
    expect(keys).toMatchObject([{ name: 'Official', scopes: ['read'], active: true, redirect_uri: BACK }])
    await who.client.remove('apikey', keys[0]!.id)
    expect((await mcp(memory.kept!.access_token)).status).toBe(401)
    expect((await refresh(memory.kept!.refresh_token!)).status).toBe(400)
  })

  it('connects by the document of its id, and by a client that was entered', async () => {
    const url = `${documentsUrl()}/client.json`
    served['/client.json'] = {
      body: JSON.stringify({ client_id: url, client_name: 'By paper', redirect_uris: [BACK] }),
    }
    const who = await person()
    // It takes documents of https only, so it is given as its id.
    for (const client_id of [url, ENTERED]) {
      const client = await connect(new Memory({ client_id }), who)
      expect((await client.listTools()).tools.length).toBeGreaterThan(3)
    }
    const { data } = await who.client.call('GET', 'oauth/request', requestOf(pkce().code_challenge, { client_id: url }))
    expect(data).toMatchObject({ client_name: 'By paper', origin: 'document', redirect_host: 'assistant.example.com' })
  })

  it('renews by its own flow', async () => {
    const memory = new Memory({ client_id: ENTERED })
    await connect(memory, await person())
    const { refresh_token } = memory.kept!
    expect(await auth(memory, { serverUrl: `${PUBLIC_URL}/mcp`, fetchFn: reach })).toBe('AUTHORIZED')
    expect(memory.kept!.refresh_token).not.toBe(refresh_token)
  })
})

describe('a request to be let in', () => {
  it.each<[string, Request, string]>([
    ['another redirect', { redirect_uri: `${BACK}/` }, 'redirect_uri'],
    ['a redirect below it', { redirect_uri: `${BACK}?x=1` }, 'redirect_uri'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id'],
    ['no PKCE', { code_challenge: '' }, 'code_challenge'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['no method', { code_challenge_method: '' }, 'code_challenge_method'],
    ['a short challenge', { code_challenge: 'abc' }, 'code_challenge'],
    ['another resource', { resource: 'https://elsewhere.example.com/mcp' }, 'resource'],
    ['a token in the address', { response_type: 'token' }, 'response_type'],
  ])('is refused with %s', async (_name, more, field) => {
    expect(await refusal(ours.staff, more)).toMatchObject({ field })
  })

  it('is answered by members of the organisation, as themselves', async () => {
    const theirs = await makeOrganisation(network, 'theirs')
    const request = requestOf(pkce().code_challenge)
    await expect(allow(ours.staff, request, theirs.id)).rejects.toMatchObject({ status: 404 })
    const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
    const impersonator = createClient({ base: network.url, token: () => data.token, retries: 0 })
    await expect(allow({ client: impersonator }, request)).rejects.toMatchObject({ status: 403 })
    const { data: key } = await ours.staff.client.create('apikey', { name: 'All', scopes: ['read', 'write'] })
    const program = createClient({ base: network.url, token: () => String(key.key), retries: 0 })
    await expect(allow({ client: program }, request)).rejects.toMatchObject({ status: 403 })
  })

  it('leads back with what is denied, and is shown in no frame', async () => {
    const { data } = await ours.staff.client.call('GET', 'oauth/request', requestOf(pkce().code_challenge))
    expect(data.deny_url).toBe(`${BACK}?error=access_denied&state=xyz&iss=${encodeURIComponent(PUBLIC_URL)}`)
    const page = await reach(`${PUBLIC_URL}/app/assistant`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('a code', () => {
  it('is for one client, redirect, verifier and resource', async () => {
    const { exchange } = await codeFor(await person())
    await network.admin.create('oauthclient', { client_id: `other-${++made}`, name: 'Other', redirect_uris: [BACK] })
    for (const [more, error] of [
      [{ client_id: `other-${made}` }, 'invalid_grant'],
      [{ redirect_uri: `${BACK}/` }, 'invalid_grant'],
      [{ code_verifier: pkce().code_verifier }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_grant'],
      [{ resource: 'https://elsewhere.example.com/mcp' }, 'invalid_target'],
      [{ code: 'guess' }, 'invalid_grant'],
      [{ client_id: '' }, 'invalid_client'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const) {
      expect(await exchange(more), JSON.stringify(more)).toMatchObject({ status: 400, body: { error } })
    }
    expect(await exchange()).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'read' } })
  })

  it('ends the grant when it comes back', async () => {
    const { exchange } = await codeFor(await person())
    const { body } = await exchange()
    expect((await mcp(body.access_token)).status).toBe(200)
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await mcp(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(400)
  })

  it('ends after a minute, and with the membership', async () => {
    const late = await codeFor(await person())
    await sql`update session set expires_at = now() - interval '1 second' where api_key_id is not null
      and expires_at < now() + interval '2 minutes'`.execute(network.db)
    expect(await late.exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const leaver = await person()
    const { exchange } = await codeFor(leaver)
    await network.db.deleteFrom('membership').where('user_id', '=', leaver.id).execute()
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('a token', () => {
  it('is for assistants only, and says where to get one', async () => {
    const { access_token, refresh_token } = await tokensFor(await person())
    for (const path of ['/api/v1/trackers', '/api/devices', '/api/v1/user/token']) {
      const answer = await reach(PUBLIC_URL + path, { headers: { authorization: `Bearer ${access_token}` } })
      expect(answer.status, path).toBe(401)
    }
    const refused = await mcp(refresh_token)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="read"`,
    )
  })

  it('ends with the membership', async () => {
    const leaver = await person()
    const { access_token, refresh_token } = await tokensFor(leaver)
    await network.db.deleteFrom('membership').where('user_id', '=', leaver.id).execute()
    expect((await mcp(access_token)).status).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(400)
  })

  it('to renew is replaced: one that comes back later ends the grant', async () => {
    const { refresh_token } = await tokensFor(await person())
    expect(await refresh(refresh_token, { client_id: 'other' })).toMatchObject({ body: { error: 'invalid_grant' } })
    const wrong = await refresh(refresh_token, { resource: `${PUBLIC_URL}/api` })
    expect(wrong).toMatchObject({ body: { error: 'invalid_target' } })
    const { body } = await refresh(refresh_token)
    await sql`update refresh_token set replaced_at = now() - interval '1 minute' where replaced_at is not null`.execute(
      network.db,
    )
    expect((await refresh(refresh_token)).status).toBe(400)
    expect((await mcp(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(400)
  })

  it('is revoked by its client alone', async () => {
    const { access_token, refresh_token } = await tokensFor(await person())
    expect((await post('/oauth/revoke', { token: access_token, client_id: 'other' })).status).toBe(200)
    expect((await mcp(access_token)).status).toBe(200)
    expect((await post('/oauth/revoke', { token: refresh_token, client_id: ENTERED })).status).toBe(200)
    expect((await mcp(access_token)).status).toBe(401)
  })

  it('ends with its client', async () => {
    const { data } = await network.admin.list('oauthclient', { search: ENTERED })
    const { access_token } = await tokensFor(await person())
    await network.admin.remove('oauthclient', data[0]!.id)
    expect((await mcp(access_token)).status).toBe(401)
    await network.admin.create('oauthclient', { client_id: ENTERED, name: 'An assistant', redirect_uris: [BACK] })
  })
})

describe('a client that describes itself', () => {
  const register = async (body: unknown) => {
    const response = await reach(`${PUBLIC_URL}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it.each([
    ['the name of this website', { client_name: 'Ringfence assistant', redirect_uris: [BACK] }],
    ['a name that looks like it', { client_name: 'Rіngfence', redirect_uris: [BACK] }],
    ['a name with spaces in it', { client_name: 'R i n g f e n c e', redirect_uris: [BACK] }],
    ['an address that a browser runs', { client_name: 'X', redirect_uris: ['javascript:alert(1)'] }],
    ['http elsewhere', { client_name: 'X', redirect_uris: ['http://assistant.example.com/'] }],
    ['no address', { client_name: 'X' }],
    ['another kind', []],
  ])('is refused with %s', async (_name, body) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^invalid_/) } })
  })

  it('registers without a secret, twenty times an hour', async () => {
    const answers = []
    for (let i = 0; i < 25; i++) answers.push(await register({ client_name: 'Many', redirect_uris: [BACK] }))
    expect(answers[0]).toMatchObject({ status: 201, body: { token_endpoint_auth_method: 'none' } })
    expect(answers[0]!.body.client_secret).toBeUndefined()
    expect(answers.at(-1)!.status).toBe(429)
  })

  it.each<[string, (url: string) => (typeof served)[string]]>([
    [
      'names another client',
      () => ({ body: JSON.stringify({ client_id: 'https://x.example/', redirect_uris: [BACK] }) }),
    ],
    ['is not there', () => ({ status: 404, body: '{}' })],
    ['is a page', (client_id) => ({ type: 'text/html', body: JSON.stringify({ client_id, redirect_uris: [BACK] }) })],
    ['is no JSON', () => ({ body: '<html>' })],
    ['is a list', () => ({ body: '[]' })],
    ['is long', (client_id) => ({ body: JSON.stringify({ client_id, redirect_uris: [BACK], x: 'x'.repeat(20_000) }) })],
    ['leads elsewhere', () => ({ status: 302, body: '' })],
  ])('is refused when its document %s', async (_name, answer) => {
    const path = `/document-${++made}`
    const client_id = documentsUrl() + path
    served[path] = answer(client_id)
    expect(await refusal(ours.staff, { client_id })).toMatchObject({ status: 400, field: 'client_id' })
  })

  it('is only found by a plain address', async () => {
    for (const path of ['/client.json?x', '/client.json#x', '/x/../client.json', '/']) {
      expect(await refusal(ours.staff, { client_id: documentsUrl() + path }), path).toMatchObject({ status: 404 })
    }
  })
})
