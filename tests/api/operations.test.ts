import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { resources } from '#api/domains.ts'
import { formats, sentences } from '#api/http/schemas/sentences.ts'
import type { Network } from '../network.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

/** Routes beside those of the declaration: a public form, uploads and the trash, saving, changing, events by hand. */
const byHand: Record<string, string[]> = {
  enquiry: ['put'],
  file: ['put', 'post', 'delete'],
  job: ['delete'],
  organisationconfig: ['put'],
  subscription: ['post', 'delete'],
  trackerevent: ['put', 'post', 'delete'],
  transaction: ['put', 'post', 'delete'],
  userconfig: ['put'],
  usertrackerconfig: ['put'],
}

describe('OpenAPI', () => {
  it('describes every route, with every error', async () => {
    const json = await (await fetch(`${network.url}/api/openapi.json`)).json()
    expect(json.openapi).toBe('3.1.0')
    for (const { name, plural, create, update, remove } of Object.values(
      resources,
    ) as (typeof resources)['tracker'][]) {
      // Only users are deleted by several ids, with a verdict for each.
      expect(Object.keys(json.paths[`/api/v1/${plural}`])).toEqual(
        String(name) === 'user' ? ['get', 'delete'] : ['get'],
      )
      const declared = [...(create ? ['put'] : []), ...(update ? ['post'] : []), ...(remove ? ['delete'] : [])]
      const verbs = new Set(['get', ...declared, ...(byHand[name] ?? [])])
      expect(Object.keys(json.paths[`/api/v1/${name}`]).sort(), name).toEqual([...verbs].sort())
      expect(Object.keys(json.paths[`/api/v1/${name}`].get.responses)).toEqual(
        expect.arrayContaining(['200', '404', '473']),
      )
    }
    expect((await fetch(`${network.url}/api/docs`)).status).toBe(200)
  })

  it('is small, and is sent once', async () => {
    const response = await fetch(`${network.url}/api/openapi.json`)
    const etag = response.headers.get('etag')!
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = await response.text()
    // It grows with the routes: what one takes is bounded.
    const operations = Object.values((JSON.parse(text) as { paths: object }).paths).flatMap(Object.keys).length
    expect(text.length / operations).toBeLessThan(3500)
    const again = await fetch(`${network.url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
    for (const form of ['json', 'yaml']) {
      expect((await fetch(`${network.url}/api/docs/${form}`)).url).toBe(`${network.url}/api/openapi.json`)
    }
  })

  it('uses no keyword in requests that has no sentence for people', async () => {
    const document = network.server.api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
    const used = new Set<string>()
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const bodies = Object.values(operation.requestBody?.content ?? {})
      for (const { schema } of [...(operation.parameters ?? []), ...bodies]) if (schema) collectKeywords(schema, used)
    }
    expect(used.size).toBeGreaterThan(12)
    expect([...used].filter((keyword) => !(keyword in sentences) && !keyword.startsWith('format '))).toEqual([])
    const of_formats = [...used].filter((keyword) => keyword.startsWith('format '))
    expect(of_formats.filter((keyword) => !(keyword.slice(7) in formats))).toEqual([])
  })
})

describe('operations', () => {
  it('has liveness, readiness and metrics', async () => {
    expect((await fetch(`${network.url}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${network.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const metrics = await (await fetch(`${network.url}/metrics`)).text()
    for (const name of [
      'reports_total',
      'batch_reports',
      'batch_seconds',
      'reports_waiting',
      'live_connections',
      'device_connections',
    ]) {
      expect(metrics).toContain(`ringfence_${name}`)
    }
  })

  it('retries temporary errors only', async () => {
    const tries: number[] = []
    const failing = (status: number) =>
      createClient({
        retry_base_ms: 1,
        fetch: async () => {
          tries.push(status)
          return new Response('{"message":"no"}', { status })
        },
      })
    for (const status of [503, 400, 401, 403, 404, 413, 500])
      await failing(status)
        .list('tracker')
        .catch(() => {})
    await failing(503)
      .create('tracker', { number: 'once' })
      .catch(() => {})
    expect(tries).toEqual([503, 503, 503, 503, 400, 401, 403, 404, 413, 500, 503])
  })
})

/** The keywords of a schema that a value can fail, and `format …` of formats that no description explains. */
function collectKeywords(schema: Schema, into: Set<string>): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      for (const one of Object.values(value as Record<string, Schema>)) collectKeywords(one, into)
    } else if (keyword === 'anyOf' || keyword === 'items' || keyword === 'additionalProperties') {
      for (const one of [value].flat()) if (typeof one === 'object') collectKeywords(one as Schema, into)
    }
    if (keyword === 'format' && schema.description === undefined) into.add(`format ${value}`)
    if (!annotations.test(keyword)) into.add(keyword)
  }
}

const annotations =
  /^(x-.*|description|title|default|examples?|content(Encoding|MediaType)|properties|patternProperties|items)$/
type Schema = Record<string, unknown>
type Operation = { parameters?: { schema?: Schema }[]; requestBody?: { content: Record<string, { schema?: Schema }> } }
