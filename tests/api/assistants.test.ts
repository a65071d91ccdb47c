import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import { type Network, startTracker } from '../network.ts'
import { switchFeatures } from '../seeds/college.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  const ute = await startTracker(network, 'ute', { organisation_id: ours.id, name: 'Ute', owner_user_id: ours.user.id })
  await ute.report({ lat: -36.85, lon: 174.75, ts: new Date(Date.now() - 60_000).toISOString(), speed: 3 })
  await ute.stop()
  await (await startTracker(network, 'lorry', { organisation_id: ours.id, name: 'Lorry' })).stop()
})

const keyOf = (person: Person, of = ours, ...scopes: KeyScope[]) =>
  makeKey(person, { organisation_id: of.id, scopes: scopes.length > 0 ? scopes : ['read'] })

async function assistant(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${network.url}/mcp`), { requestInit: { headers } }))
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input })
  const { text } = content[0] as { text: string }
  return isError ? text : JSON.parse(text)
}

const post = (body: unknown, key: string) =>
  fetch(`${network.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  })

describe('an assistant', () => {
  it('reads what the owner of its key may read, with links to the pages', async () => {
    const client = await assistant(await keyOf(ours.administrator))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('where_are_trackers')
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    const { rows, total } = await call(client, 'where_are_trackers', { search: 'ute' })
    expect(total).toBe(1)
    const { id } = rows[0]
    expect(rows).toMatchObject([{ name: 'Ute', page: expect.stringMatching(`/app/tracker\\?id=${id}$`) }])
    expect(rows[0].position.coordinates).toEqual([174.75, -36.85])
    const positions = await call(client, 'list_positions', { tracker_id: id })
    expect(positions).toMatchObject({ total: 1, rows: [{ speed: 3 }] })
    expect(positions.page).toMatch(`/app/trackerevents?tracker=${id}`)
    for (const name of ['list_trips', 'list_visits', 'list_alerts', 'list_boundaries']) {
      expect(await call(client, name)).toMatchObject({ total: 0, rows: [] })
    }
    await client.close()
  })

  it('gets of many rows those that it asks for, and how many are left out', async () => {
    const client = await assistant(await keyOf(ours.administrator))
    expect(await call(client, 'where_are_trackers', { limit: 1 })).toMatchObject({ total: 2, left_out: 1 })
    await client.close()
  })

  it('sees no more than its person, nor anything of another organisation', async () => {
    const own = await assistant(await keyOf(ours.user))
    expect(await call(own, 'where_are_trackers')).toMatchObject({ total: 1, rows: [{ name: 'Ute' }] })
    const stranger = await assistant(await keyOf(theirs.administrator, theirs))
    expect(await call(stranger, 'where_are_trackers')).toMatchObject({ total: 0 })
    expect(await call(stranger, 'list_positions', { tracker_id: 1 })).toMatchObject({ total: 0 })
    await Promise.all([own.close(), stranger.close()])
  })

  it('learns why something is refused: a scope, a feature, an argument', async () => {
    const person = await makePerson(network, 'writer', ours.id, 'Administrator')
    const writer = await assistant(await keyOf(person, ours, 'write'))
    expect(await call(writer, 'where_are_trackers')).toBe('This API key has not the scope read.')
    const client = await assistant(await keyOf(ours.administrator))
    expect(await call(client, 'cpd_result')).toMatch(/switched off for this organisation/)
    expect(await call(client, 'list_trips', { from: 'yesterday' })).toMatch(/^from/)
    for (const wrong of [{ limit: 1000 }, { organisation_id: theirs.id }, { search: 7 }]) {
      const refused = await client.callTool({ name: 'where_are_trackers', arguments: wrong }).catch((error) => error)
      expect(refused.isError ?? refused instanceof Error).toBe(true)
    }
    await Promise.all([writer.close(), client.close()])
  })

  it('reads results and invoices where these are switched on', async () => {
    await switchFeatures(network, theirs.id, ['tracking', 'files', 'cpd', 'billing'])
    const client = await assistant(await keyOf(theirs.user, theirs))
    expect(await call(client, 'cpd_result')).toMatch(/cycle/)
    expect(await call(client, 'list_invoices')).toMatchObject({ total: 0, rows: [] })
    await client.close()
  })

  it('ends with its key', async () => {
    const person = await makePerson(network, 'leaver', ours.id, 'Staff')
    const key = await keyOf(person)
    const client = await assistant(key)
    expect(await call(client, 'where_are_trackers')).toMatchObject({ total: 2 })
    const { data: keys } = await person.client.list('apikey', {})
    await person.client.remove('apikey', keys[0]!.id)
    await expect(call(client, 'where_are_trackers')).rejects.toThrow()
    expect((await post({}, key)).status).toBe(401)
  })

  it('needs a key: no session, no guess; and posts little', async () => {
    for (const token of [ours.administrator.token, 'rf_guess', '']) {
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, token)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer (error="invalid_token", )?resource_metadata="/)
    }
    const key = await keyOf(ours.administrator)
    expect((await post({ text: 'x'.repeat(70_000) }, key)).status).toBe(413)
    expect((await post([], key)).status).toBe(400)
    expect((await fetch(`${network.url}/mcp`)).status).toBe(405)
  })

  it('may speak as assistants did in 2025', async () => {
    const key = await keyOf(ours.administrator)
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: about }, key)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('"protocolVersion":"2025-06-18"')
    const listed = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_alerts' } }, key)
    expect(await listed.text()).toContain('total')
  })
})
