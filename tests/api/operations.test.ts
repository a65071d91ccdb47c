import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { resources } from '#api/resources.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** Routes beside those of the declaration: a public form, uploads and the trash, cancelling. */
const byHand: Record<string, string[]> = {
  enquiry: ['put'],
  file: ['put', 'post', 'delete'],
  job: ['delete'],
  transaction: ['put', 'post', 'delete'],
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
