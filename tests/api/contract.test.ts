import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation } from '../seeds/people.ts'

let network: Network
const backend = { name: 'Chile', code: 'CL', baseURL: 'https://cl.example.com', enable: true }
beforeAll(async () => {
  network = await startNetwork({
    CORS_ORIGINS: 'https://app.example.com',
    TRUST_PROXY: 'loopback',
    BACKENDS: JSON.stringify([backend]),
  })
})
afterAll(() => network.stop())

async function put(number: string, key: string, more: Record<string, unknown> = {}, token = network.token) {
  const response = await network.server.api.app.inject({
    method: 'PUT',
    url: '/api/v1/tracker',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { number, ...more },
  })
  return { status: response.statusCode, body: response.json(), replayed: response.headers['idempotency-replayed'] }
}

describe('an Idempotency-Key', () => {
  it('creates once, and repeats the answer', async () => {
    const first = await put('once', 'key-1')
    const again = await put('once', 'key-1')
    expect([first.status, first.replayed]).toEqual([201, undefined])
    expect([again.status, again.replayed, again.body]).toEqual([201, 'true', first.body])
    const kept = await network.db.selectFrom('idempotency_key').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(first.body.data.device_token)
  })

  it('cannot be reused for another request', async () => {
    await put('first', 'key-2')
    expect((await put('second', 'key-2')).status).toBe(409)
  })

  it('creates one row of parallel requests', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => put('many', 'key-3')))
    for (const { status } of all) expect([201, 409]).toContain(status)
    expect((await network.admin.list('tracker', { number: 'many' })).info.total).toBe(1)
  })

  it('lets the client retry a create whose outcome is unknown', async () => {
    let calls = 0
    const client = createClient({
      base: network.url,
      token: () => network.token,
      retry_base_ms: 1,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (++calls > 1) return response
        throw new TypeError('the connection broke on the way back')
      },
    })
    expect((await client.create('tracker', { number: 'retried' }, 'key-5')).status).toBe(201)
    expect([calls, (await network.admin.list('tracker', { number: 'retried' })).info.total]).toEqual([2, 1])
  })

  it('can be reused after a refusal', async () => {
    expect((await put('', 'key-4')).status).toBe(471)
    expect((await put('better', 'key-4')).status).toBe(201)
  })

  it('is answered with the rights of the first request only, and while its row is read', async () => {
    const ours = await makeOrganisation(network, 'keys')
    const { id: user_id, token } = ours.user
    const again = () => put('secret', 'key-6', { organisation_id: ours.id }, token)
    const first = await again()
    expect((await again()).body.data.device_token).toBe(first.body.data.device_token)
    const member = (await network.admin.list('membership', { user_id })).data[0]!
    await network.admin.update('membership', { id: member.id, role_name: 'Customer' })
    expect(await again()).toMatchObject({ status: 403, replayed: undefined })
    await network.admin.update('membership', { id: member.id, role_name: 'User' })
    expect((await again()).replayed).toBe('true')

    await network.admin.update('tracker', { id: first.body.data.id, owner_user_id: ours.customer.id })
    expect(await again()).toMatchObject({ status: 404, replayed: undefined })
    await network.admin.remove('membership', member.id)
    const removed = await again()
    expect(removed).toMatchObject({ status: 403, replayed: undefined })
    expect(JSON.stringify(removed.body)).not.toContain(first.body.data.device_token)
  })
})

describe('public information', () => {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${network.url}/api/v1/${path}`, { headers })).json()

  it('is the version, the backends and where devices connect', async () => {
    const { data } = await get('options')
    expect(data.app_version).toMatch(/^\d{4}-\d\d-\d\d/)
    expect([data.appVersion, data.backendConfigs]).toEqual([data.app_version, [backend]])
    const mqtt = { protocol: 'mqtt', port: network.server.mqtt_port, udp: false, tls: false }
    expect(data.devices).toEqual([mqtt])
  })

  it('is the country set by a trusted proxy', async () => {
    const by = { 'x-forwarded-for': '203.0.113.9' }
    expect(await get('geoinfo', { ...by, 'cf-ipcountry': 'NZ' })).toEqual({ data: { country_iso_code: 'NZ' } })
    expect(await get('geoinfo', { ...by, 'cf-ipcountry': 'XX' })).toEqual({ data: { country_iso_code: null } })
    expect(await get('geoinfo', { 'cf-ipcountry': 'NZ' })).toEqual({ data: { country_iso_code: null } })
  })

  it('is the country of the visitor’s address, and the backend for it', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect(await get('geoinfo', from('130.216.1.1'))).toEqual({ data: { country_iso_code: 'NZ' } })
    expect((await get('options', from('200.1.123.1'))).data.backend).toEqual(backend)
    expect((await get('options', from('130.216.1.1'))).data.backend).toBe(null)
  })

  it('is the website, whose changes update the content security policy', async () => {
    const policy = async () => (await fetch(`${network.url}/healthz`)).headers.get('content-security-policy')
    expect(await policy()).not.toContain('tiles')
    const style = 'https://tiles.example.com/style.json'
    const changed = await network.admin.call('POST', 'website', { slogan: 'Stay inside', map_style_url: style })
    expect([changed.status, changed.data.name]).toEqual([261, 'Ringfence'])
    expect((await get('website')).data).toMatchObject({ slogan: 'Stay inside', map_style_url: style })
    expect(await policy()).toContain('https://tiles.example.com')
    await expect(network.admin.call('POST', 'website', { terms_url: 'javascript:alert(1)' })).rejects.toMatchObject({
      status: 400,
      field: 'terms_url',
    })
  })

  it('includes details of the server for platform administrators only', async () => {
    const { data } = await network.admin.call('GET', 'devinfo')
    expect(data.node_version).toBe(process.version)
    expect(data.database.migrations).toContain('20261123_organisations')
    expect(data.tables.map((table: { name: string }) => table.name)).toContain('tracker_event')
  })
})

describe('the HTTP server', () => {
  it('allows cross-origin requests of the listed origins', async () => {
    const allowed = async (origin: string) =>
      (await fetch(`${network.url}/api/v1/options`, { headers: { origin } })).headers.get('access-control-allow-origin')
    expect(await allowed('https://app.example.com')).toBe('https://app.example.com')
    expect(await allowed('https://evil.example.com')).toBe(null)
  })

  it('refuses deeply nested bodies', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const response = await network.server.api.app.inject({
      method: 'PUT',
      url: '/api/v1/reportconfig',
      headers: { authorization: `Bearer ${network.token}`, 'content-type': 'application/json' },
      payload: `{"name":"x","report":"alerts","query":{"deep":${deep}}}`,
    })
    expect([response.statusCode, response.json().message]).toEqual([400, 'The body is nested deeper than 20 levels.'])
  })
})

it('has a valid OpenAPI 3.1 document', async () => {
  const document = await (await fetch(`${network.url}/api/openapi.json`)).json()
  expect(document.openapi).toBe('3.1.0')
  expect((await new Validator().validate(document)).errors).toBe(undefined)
  // The server compiles each with its first request.
  const ajv = formats.default(new Ajv({ strict: false }))
  const paths = Object.values<Record<string, Operation>>(document.paths)
  for (const operation of paths.flatMap((path) => Object.values(path))) {
    const bodies = Object.values(operation.requestBody?.content ?? {})
    for (const { schema } of [...(operation.parameters ?? []), ...bodies]) if (schema) ajv.compile(schema)
  }
})

it('bounds each text, list and free object of each body', async () => {
  const document = await (await fetch(`${network.url}/api/openapi.json`)).json()
  const open = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      Object.entries(requestBody?.content ?? {})
        // Files are counted while they arrive.
        .filter(([type]) => type !== 'multipart/form-data')
        .flatMap(([, { schema }]) => unbounded(schema ?? {}).map((field) => `${method} ${path} ${field}`)),
    ),
  )
  expect(open).toEqual([])
})

/** The fields of a schema that may have any size. Free objects have the limit of all JSON. */
function unbounded(schema: Schema, field = ''): string[] {
  const { type, anyOf, items, properties = {}, patternProperties = {} } = schema
  if (schema['x-bytes'] || 'const' in schema || schema.enum) return []
  const inner = [
    ...(anyOf ?? []).flatMap((one) => unbounded(one, field)),
    ...(items ? unbounded(items, `${field}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => unbounded(one, `${field}.${name}`)),
    ...Object.values(patternProperties).flatMap((one) => unbounded(one, `${field}.*`)),
  ]
  const is_bounded =
    type === 'string'
      ? schema.maxLength !== undefined || ['date', 'date-time', 'uuid'].includes(schema.format ?? '') || isShort(schema)
      : type === 'array'
        ? schema.maxItems !== undefined || (schema.uniqueItems && isChoice(schema.items!))
        : Object.keys(patternProperties).length === 0 || schema.maxProperties !== undefined
  return is_bounded ? inner : [field, ...inner]
}

/** Whether a pattern is of the whole text, and repeats nothing without end. */
const isShort = ({ pattern = '*' }: Schema) =>
  /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\[[^\]]*\]|\\./g, ''))
const isChoice = ({ enum: words, anyOf = [] }: Schema): boolean =>
  words !== undefined || (anyOf.length > 0 && anyOf.every((one) => 'const' in one))

it('refuses a saved report with a query of 3.8 MB, and names the field', async () => {
  const query = Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`field_${i}`, 'x'.repeat(200_000)]))
  for (const wrong of [query, { tracker_id: 'x'.repeat(3_800_000) }, { deep: { list: ['x'.repeat(10_000)] } }]) {
    const response = await network.server.api.app.inject({
      method: 'PUT',
      url: '/api/v1/reportconfig',
      headers: { authorization: `Bearer ${network.token}` },
      payload: { name: 'Large', report: 'alerts', query: wrong },
    })
    expect([response.statusCode, response.json().field]).toEqual([
      expect.toBeOneOf([400, 413]),
      expect.stringMatching(/^query/),
    ])
  }
})

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  pattern?: string
  uniqueItems?: boolean
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  'x-bytes'?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}
type Operation = { parameters?: { schema?: object }[]; requestBody?: { content: Record<string, { schema?: Schema }> } }
