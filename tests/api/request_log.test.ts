import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation } from '../seeds/people.ts'

let network: Network
const entries: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void entries.push(JSON.parse(line)) })
  network = await startNetwork({}, { log })
})
afterAll(() => network.stop())

const get = (path: string) => fetch(network.url + path, { headers: { authorization: `Bearer ${network.token}` } })
const entryOf = async (response: Response) => {
  const request_id = response.headers.get('x-request-id')
  expect(request_id).toMatch(/^[\w-]{12}$/)
  await expect
    .poll(() => entries.some((entry) => entry.msg === 'request' && entry.request_id === request_id))
    .toBe(true)
  return entries.find((entry) => entry.msg === 'request' && entry.request_id === request_id)!
}

it('a request is logged with its route, status, organisation and the id that its answer carries', async () => {
  const { id } = await makeOrganisation(network, 'logged')
  expect(await entryOf(await get(`/api/v1/trackers?organisation_id=${id}&search=secret`))).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/api/v1/trackers',
    status: 260,
    organisation: id,
    ms: expect.any(Number),
  })
  expect(await entryOf(await get('/api/v1/tracker?id=x'))).toMatchObject({ level: 30, status: 400 })
  expect(await entryOf(await get('/no/such?token=secret'))).toMatchObject({
    route: expect.not.stringContaining('such'),
  })
  const { user } = await makeOrganisation(network, 'refused')
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ id: user.id, platform_admin: true })
  expect(
    await entryOf(await fetch(`${network.url}/api/v1/user/role`, { method: 'POST', headers, body })),
  ).toMatchObject({ level: 40, route: '/api/v1/user/role', status: 403, user: user.id, ip: '127.0.0.1' })
  expect(await entryOf(await get('/healthz'))).toMatchObject({ level: 20, status: 200 })
  expect(JSON.stringify(entries)).not.toContain('secret')
})

it('an unexpected error quotes the id by which the log has its reason', async () => {
  network.server.api.app.log.level = 'debug'
  await network.db.schema.alterTable('faq').renameTo('faq_away').execute()
  const response = await get('/api/v1/faqs')
  await network.db.schema.alterTable('faq_away').renameTo('faq').execute()
  expect(response.status).toBe(500)
  const { request_id } = await entryOf(response)
  expect((await response.json()).message).toBe(`Something went wrong here. It has been noted as ${request_id}.`)
  const reason = entries.find((entry) => entry.request_id === request_id && entry.msg === 'request failed')
  expect(reason).toMatchObject({ level: 50, err: { message: expect.stringContaining('faq') } })
})

it('requests are counted by route and status', async () => {
  const metrics = await (await get('/metrics')).text()
  expect(metrics).toContain('ringfence_http_requests_total{method="GET",route="/api/v1/faqs",status="500"} 1')
  expect(metrics).toMatch(/ringfence_http_request_seconds_count\{method="GET",route="\/api\/v1\/trackers"\} 1/)
  expect(metrics).toMatch(/ringfence_disk_bytes\{what="free"\} [1-9]/)
  expect(metrics).toMatch(/^ringfence_standbys 0$/m)
  expect(metrics).not.toMatch(/^ringfence_backup_age_seconds \d/m)
})
