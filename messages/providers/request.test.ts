import dns from 'node:dns'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { publicLookup, requestFrom, waitOf } from './request.ts'

const { lookup } = dns
afterEach(() => answerWith(lookup))

function answerWith(other: typeof dns.lookup): void {
  dns.lookup = other
  syncBuiltinESMExports()
}

/** Mocks the system's resolver with these answers in order, repeating the last. @returns the number of lookups */
function resolveTo(...answers: dns.LookupAddress[][]): () => number {
  let lookups = 0
  const resolve = (_host: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(null, answers[Math.min(lookups++, answers.length - 1)]!)
  answerWith(resolve as unknown as typeof dns.lookup)
  return () => lookups
}

const post = (url: string, allow_private = false) =>
  requestFrom(url, { method: 'POST', headers: {}, body: '', allow_private })

it.each([
  'http://127.0.0.1:1/',
  'http://127.0.0.1.:1/',
  'http://127.1:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://[::127.0.0.1]:1/',
  'http://2130706433:1/',
  'http://0x7f000001:1/',
  'http://0x7f.1:1/',
  'http://0177.0.0.1:1/',
  'http://0:1/',
  'http://localhost:1/',
])('refuses to connect to %s', async (url) => {
  await expect(post(url)).rejects.toThrow('is in a private network')
})

it('resolves a host name once, and returns the checked addresses', async () => {
  const here = { address: '127.0.0.1', family: 4 }
  const open = { address: '8.8.8.8', family: 4 }
  const lookups = resolveTo([open, here], [here])
  const look = (options: object) =>
    new Promise((done) => publicLookup('rebinding.example', options, (error, ...found) => done(error ?? found)))
  expect(await look({ all: true })).toEqual([[open]])
  expect(lookups()).toBe(1)
  expect(await look({ all: true })).toMatchObject({ message: 'rebinding.example is in a private network' })
  resolveTo([open])
  expect(await look({})).toEqual([open.address, open.family])
})

it('does not connect to a name that resolves to this machine', async () => {
  let met = 0
  const server = createServer((_, response) => void response.end(String(++met)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://rebinding.example:${(server.address() as AddressInfo).port}/`
  resolveTo([{ address: '127.0.0.1', family: 4 }])
  await expect(post(url)).rejects.toThrow('is in a private network')
  expect(met).toBe(0)
  expect((await post(url, true)).text).toBe('1')
  server.close()
})

it('does not follow redirects', async () => {
  const met: string[] = []
  const server = createServer((request, response) => {
    met.push(request.url!)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const answer = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/first`, true)
  expect(answer.status).toBe(307)
  expect(met).toEqual(['/first'])
  server.close()
})

it.each([
  [undefined, 0],
  ['120', 120],
  ['Sat, 21 Nov 2026 00:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('Retry-After: %s is a wait of %s s', (retry_after, seconds) => {
  expect(waitOf(retry_after, Date.parse('2026-11-21T00:00:00Z'))).toBe(seconds)
})
