import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrganisation, makePerson } from '../seeds/people.ts'
import { type HttpFake, type RecordedRequest, startHttp } from './fakes.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
let hook: HttpFake
let endpoint: { id: number; secret: string }
let status = 204

beforeAll(async () => {
  setting = await startSetting()
  hook = await startHttp(({ path }) => ({ status: path === '/hook' ? status : Number(path.slice(1)) }))
  endpoint = await makeEndpoint('Dispatch', ['alert.raised', 'alert.ended', 'command.answered', 'command.failed'])
})
afterAll(async () => {
  await setting?.stop()
  await hook?.stop()
})

const admin = () => setting.people.administrator.client
const address = (path = '/hook') => `http://127.0.0.1:${hook.port}${path}`

async function makeEndpoint(name: string, types: string[], more: object = {}) {
  const body = { organisation_id: setting.people.id, name, types, url: address(), ...more }
  const { data } = await admin().create('webhookendpoint', body as never)
  return { id: data.id as number, secret: String(data.secret) }
}

const read = async (id = endpoint.id) => (await admin().read('webhookendpoint', id)).data
const deliveries = async (id = endpoint.id) =>
  (await admin().list('webhookdelivery', { webhook_endpoint_id: id, sort: 'id' })).data
const send = () => setting.network.server.webhooks.drain()
const callsOf = (path: string) => hook.all.filter((call) => call.path === path)
const verified = ({ headers, body }: RecordedRequest, secret = endpoint.secret) =>
  new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> }
const retryNow = async () => {
  await setting.network.db
    .updateTable('webhook_delivery')
    .set({ due_at: new Date(0).toISOString() })
    .execute()
  await setting.network.db.updateTable('webhook_endpoint').set({ retry_at: null, leased_until: null }).execute()
}

it('an alert and its end reach the endpoint once, signed by the standard', async () => {
  const ute = await setting.tracker('ute')
  await setting.leave(ute)
  await ute.report({ lat: -36.5, lon: 174.5 })
  await send()
  const calls = callsOf('/hook')
  expect(calls.map((call) => verified(call).type)).toEqual(['alert.raised', 'alert.ended'])
  expect(verified(calls[0]!)).toMatchObject({
    type: 'alert.raised',
    data: {
      organisation_id: setting.people.id,
      alert: { kind: 'left_boundary', rule: 'any', boundary: { name: 'Depot' } },
      // Where it was when the alert was raised.
      tracker: { id: ute.id, number: 'ute', position: { coordinates: [175.7633, -36.8485] }, speed: 12.5 },
    },
  })
  expect(() => verified({ ...calls[0]!, body: `${calls[0]!.body} ` })).toThrow()
  expect(await deliveries()).toMatchObject([{ state: 'delivered', status: 204, attempts: 1 }, { state: 'delivered' }])
  expect((await read()).delivered).toBe(2)
})

it('a secret is shown once; after it was replaced calls are signed with both', async () => {
  expect(JSON.stringify(await read())).not.toContain('whsec_')
  const stored = await setting.network.db.selectFrom('webhook_endpoint').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(endpoint.secret)
  const { data } = await admin().act('POST webhookendpoint/secret', { id: endpoint.id })
  await admin().act('POST webhookendpoint/test', { id: endpoint.id })
  await send()
  const call = callsOf('/hook').at(-1)!
  expect(verified(call, data.secret)).toMatchObject({ type: 'test', data: { webhook: { name: 'Dispatch' } } })
  expect(verified(call, endpoint.secret).type).toBe('test')
  endpoint.secret = data.secret
})

it('an answer to a command is one of the events', async () => {
  const { id } = await setting.tracker('commanded')
  const of = { organisation_id: setting.people.id, tracker_id: id, type: 'custom' as const, text: 'x' }
  const insert = () => setting.network.db.insertInto('tracker_command').values(of).returning('id')
  const command = await insert().executeTakeFirstOrThrow()
  for (const state of ['sent', 'answered'] as const)
    await setting.network.db
      .updateTable('tracker_command')
      .set({ state, answer: 'OK' })
      .where('id', '=', command.id)
      .execute()
  await send()
  expect(verified(callsOf('/hook').at(-1)!)).toMatchObject({
    type: 'command.answered',
    data: { command: { id: command.id, state: 'answered', answer: 'OK' }, tracker: { number: 'commanded' } },
  })
})

it('what is refused is sent again under the same id, and so is what a process that died had sent', async () => {
  status = 500
  await admin().act('POST webhookendpoint/test', { id: endpoint.id })
  await send()
  const waiting = (await deliveries()).at(-1)!
  expect(waiting).toMatchObject({ state: 'waiting', status: 500, attempts: 1, error: 'it answered 500' })
  expect(await read()).toMatchObject({ last_error: 'it answered 500', waiting: 1 })
  status = 204
  await retryNow()
  await send()
  expect((await deliveries()).at(-1)).toMatchObject({ id: waiting.id, state: 'delivered', attempts: 2, error: null })
  // It died after the answer, before it had written that: its lease ends.
  await setting.network.db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting' })
    .where('id', '=', waiting.id)
    .execute()
  const leased = { leased_until: new Date(Date.now() - 1000).toISOString() }
  await setting.network.db.updateTable('webhook_endpoint').set(leased).execute()
  await send()
  await admin().act('POST webhookdelivery/replay', { id: waiting.id })
  await send()
  const calls = callsOf('/hook').slice(-4)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([waiting.webhook_id]))
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
})

it('only events of chosen trackers, or of trackers in chosen groups and below, are sent', async () => {
  const { id: organisation_id } = setting.people
  const { data: north } = await admin().create('trackergroup', { organisation_id, name: 'North' })
  const { data: far } = await admin().create('trackergroup', { organisation_id, name: 'Far', parent_id: north.id })
  const [one, two, three] = [
    await setting.tracker('one'),
    await setting.tracker('two', { group_id: far.id }),
    await setting.tracker('three'),
  ]
  const chosen = { tracker_ids: [one.id], group_ids: [north.id], url: address('/200') }
  const { id } = await makeEndpoint('Some', ['alert.raised'], chosen)
  for (const device of [one, two, three]) await setting.leave(device)
  await send()
  expect((await deliveries(id)).map(({ tracker_id }) => tracker_id)).toEqual([one.id, two.id])
  const off = { id, active: false }
  await admin().update('webhookendpoint', off)
  await setting.leave(one)
  expect(await deliveries(id)).toHaveLength(2)
})

it('slow and hostile receivers: the others do not wait, and nothing is followed or read', async () => {
  let reached = 0
  const inner = await startHttp(() => ({ status: 200, body: ++reached }))
  const { createServer } = await import('node:http')
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') held.push(() => response.end())
    if (request.url === '/redirect') response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end()
    if (request.url === '/huge') response.writeHead(500).end('x'.repeat(2_000_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const made: Record<string, number> = {}
  const urls = [
    ...['slow', 'redirect', 'huge'].map((path) => [path, `http://127.0.0.1:${port}/${path}`]),
    ['tls', `https://127.0.0.1:${port}/`],
  ]
  for (const [name, url] of urls) {
    made[name!] = (await makeEndpoint(name!, ['trip.ended'], { url })).id
    await admin().act('POST webhookendpoint/test', { id: made[name!]! })
  }
  setting.network.server.webhooks.notify()
  // All are called while the slow one has not answered.
  await expect
    .poll(async () => (await read(made.redirect)).last_error)
    .toBe('it answered 307; redirects are not followed')
  await expect.poll(async () => (await read(made.huge)).last_error).toBe('it answered 500')
  await expect.poll(async () => (await read(made.tls)).last_error).toMatch(/SSL|EPROTO|wrong version/i)
  await expect.poll(() => held.length).toBe(1)
  expect(await deliveries(made.slow)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  expect(reached).toBe(0)
  server.closeAllConnections()
  server.close()
  await inner.stop()
  await send()
  for (const id of Object.values(made)) await admin().remove('webhookendpoint', id)
})

it('an endpoint that is gone, or has failed for days, is switched off, and its administrators are notified', async () => {
  const gone = await makeEndpoint('Gone', ['trip.ended'], { url: address('/410') })
  await admin().act('POST webhookendpoint/test', { id: gone.id })
  await send()
  expect(await read(gone.id)).toMatchObject({ active: false, last_error: 'it answered 410: it is gone' })
  await expect(admin().act('POST webhookendpoint/test', { id: gone.id })).rejects.toMatchObject({ status: 476 })
  const broken = await makeEndpoint('Broken', ['trip.ended'], { url: address('/500') })
  await admin().act('POST webhookendpoint/test', { id: broken.id })
  const failing_since = new Date(Date.now() - 4 * 86_400_000).toISOString()
  await setting.network.db.updateTable('webhook_endpoint').set({ failing_since }).where('id', '=', broken.id).execute()
  await send()
  expect(await read(broken.id)).toMatchObject({ active: false, disabled_at: expect.any(String) })
  const { data: notices } = await admin().list('message', { search: 'switched off' })
  expect(notices.map(({ subject }) => subject).sort()).toEqual([
    'The webhook “Broken” has been switched off',
    'The webhook “Gone” has been switched off',
  ])
  await admin().update('webhookendpoint', { id: broken.id, active: true, url: address('/204') })
  await retryNow()
  await send()
  expect(await read(broken.id)).toMatchObject({ active: true, failing_since: null, delivered: 1, disabled_at: null })
})

it('only administrators have them; who was one has no more of them, and an impersonator makes none', async () => {
  const { network } = setting
  const theirs = await makeOrganisation(network, 'theirs')
  const body = { name: 'Spy', types: ['alert.raised'], url: address() } as never
  const chosen = { name: 'x', types: ['alert.raised'], url: address(), tracker_ids: [1] } as never
  await expect(theirs.administrator.client.create('webhookendpoint', chosen)).rejects.toMatchObject({
    field: 'tracker_ids',
  })
  for (const url of ['ftp://example.com/', 'https://a:b@example.com/', 'nothing']) {
    const wrong = { id: endpoint.id, url } as const
    await expect(admin().update('webhookendpoint', wrong)).rejects.toMatchObject({ field: 'url' })
  }
  const organisation_id = setting.people.id
  const former = await makePerson(network, 'former', organisation_id, 'Administrator')
  expect((await former.client.list('webhookendpoint', { organisation_id })).data.length).toBeGreaterThan(0)
  await network.db.updateTable('membership').set({ role_name: 'Staff' }).where('user_id', '=', former.id).execute()
  expect((await former.client.list('webhookdelivery', { organisation_id })).data).toEqual([])
  await expect(former.client.create('webhookendpoint', body)).rejects.toMatchObject({ status: 403 })
  for (const action of ['webhookendpoint/test', 'webhookendpoint/secret'] as const)
    await expect(former.client.act(`POST ${action}`, { id: endpoint.id })).rejects.toMatchObject({ status: 404 })
})
