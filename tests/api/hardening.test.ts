import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'

let network: Network
const backend = { name: 'Chile', code: 'CL', baseURL: 'https://cl.example.com/app', enable: true }
beforeAll(async () => {
  network = await startNetwork({
    PUBLIC_URL: 'https://ringfence.example.com',
    BACKENDS: JSON.stringify([backend]),
    HTTP_RATE: '20',
  })
})
afterAll(() => network.stop())

const headersOf = async (path: string) => (await fetch(`${network.url}${path}`)).headers

describe('every answer', () => {
  it.each(['/', '/api/v1/options', '/api/v1/trackers', '/api/openapi.json', '/nothing', '/healthz'])(
    'has the security headers: %s',
    async (path) => {
      const headers = await headersOf(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=15552000; includeSubDomains',
      })
      expect(headers.get('x-powered-by')).toBe(null)
      expect(headers.get('server')).toBe(null)
    },
  )

  it.each(['/api/v1/options', '/api/v1/trackers', '/api/v1/nothing', '/healthz'])(
    'must not be cached: %s',
    async (path) => expect((await headersOf(path)).get('cache-control')).toBe('no-store'),
  )

  it.each(['/api/v1/options', '/api/v1/trackers', '/api/v1/nothing', '/api/openapi.json'])(
    'of the API is a file for a browser that is led to it: %s',
    async (path) =>
      expect((await headersOf(path)).get('content-disposition')).toMatch(/^attachment; filename="\w+\.json"$/),
  )

  it('restricts the page to this server and the other regions', async () => {
    expect(policyOf(await headersOf('/'))).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob: https://cl.example.com",
      'media-src': "'self' https://cl.example.com",
      'frame-src': "'self' https://cl.example.com",
      'connect-src': "'self' https://cl.example.com wss://cl.example.com",
      'font-src': "'self' data:",
      'worker-src': "'self' blob:",
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })

  it('sends HSTS only where people use https', async () => {
    const plain = await startNetwork()
    expect((await fetch(`${plain.url}/healthz`)).headers.get('strict-transport-security')).toBe(null)
    await plain.stop()
  })

  it('reveals no internal details', async () => {
    const broken = await network.server.api.app.inject({
      method: 'GET',
      url: '/api/v1/trackers',
      query: { after: Buffer.from('["name",{"x":1},1]').toString('base64url') },
      headers: { authorization: `Bearer ${network.token}` },
    })
    expect([broken.statusCode, broken.json().field]).toEqual([400, 'after'])
    expect(broken.body).not.toMatch(/stack|\.ts|select|kysely/i)
  })
})

it('limits the rate of one address, and not of others', async () => {
  const ask = (remoteAddress: string) =>
    network.server.api.app.inject({ method: 'GET', url: '/api/v1/options', remoteAddress })
  const statuses = async (address: (i: number) => string) => {
    const seen = new Set<number>()
    for (let i = 0; i < 250; i++) seen.add((await ask(address(i))).statusCode)
    return seen
  }
  expect(await statuses(() => '203.0.113.1')).toEqual(new Set([200, 429]))
  expect(await statuses((i) => `2001:db8:1:2::${i.toString(16)}`)).toEqual(new Set([200, 429]))
  expect((await ask('203.0.113.2')).statusCode).toBe(200)
  const { headers, body } = await ask('203.0.113.1')
  expect([JSON.parse(body).code, Number(headers['retry-after']) > 0]).toEqual(['too_many_requests', true])
})

function policyOf(headers: Headers): Record<string, string> {
  const directives = headers.get('content-security-policy')!.split(';')
  return Object.fromEntries(directives.map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)))
}

describe('limits', () => {
  it('refuses a body that is not JSON with 415 and what to send', async () => {
    const response = await fetch(`${network.url}/api/v1/tracker`, {
      method: 'PUT',
      body: 'number=1',
      headers: { authorization: `Bearer ${network.token}`, 'content-type': 'text/plain' },
    })
    expect([response.status, (await response.json()).message]).toEqual([415, 'Please send JSON.'])
  })

  it('queues 100 commands for a tracker, also where they are sent in parallel', async () => {
    const { data } = await network.admin.create('tracker', { number: 'commanded' })
    const command = { tracker_id: data.id, type: 'custom' as const, text: 'STATUS' }
    const send = () =>
      network.admin.create('trackercommand', command).then(
        () => 1,
        () => 0,
      )
    for (let i = 0; i < 95; i++) await send()
    await Promise.all(Array.from({ length: 30 }, send))
    const { info } = await network.admin.list('trackercommand', { tracker_id: data.id, limit: 1 })
    expect(info.total).toBe(100)
  })
})
