import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addCompression } from './compression.ts'

const long = { data: Array.from({ length: 100 }, (_, id) => ({ id, name: `Truck ${id}` })) }

const app = fastify()
addCompression(app)
app.get('/long', async () => long)
app.get('/short', async () => ({ data: [] }))
app.get('/csv', async (_request, reply) => reply.type('text/csv').send('a,b\n'.repeat(1000)))
app.post('/long', async () => long)

test.each([
  ['a long answer', 'GET', '/long', 'gzip, deflate, br', 'gzip'],
  ['to a reader who does not take it', 'GET', '/long', 'identity', undefined],
  ['to a reader who says nothing', 'GET', '/long', undefined, undefined],
  ['a short answer', 'GET', '/short', 'gzip', undefined],
  ['what is not JSON', 'GET', '/csv', 'gzip', undefined],
  ['an answer to a change', 'POST', '/long', 'gzip', undefined],
] as const)('%s is sent as it should be', async (_, method, url, accepted, encoding) => {
  const headers = accepted ? { 'accept-encoding': accepted } : {}
  const answer = await app.inject({ method, url, headers })
  expect(answer.headers['content-encoding']).toBe(encoding)
  if (encoding) {
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(answer.headers.vary).toBe('accept-encoding')
  }
})
