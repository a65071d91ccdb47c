import { expect, it } from 'vitest'
import { isLocalUrl, isOnThisMachine } from './this_machine.ts'

const host = 'localhost:8080'
const request = (remoteAddress: string, headers: Record<string, string>) =>
  isOnThisMachine({ socket: { remoteAddress }, headers } as unknown as Parameters<typeof isOnThisMachine>[0])

it.each<[string, boolean, string, Record<string, string>]>([
  ['a browser here', true, '127.0.0.1', { host, origin: `http://${host}` }],
  ['a browser here, by IPv6', true, '::1', { host: '[::1]:8080', origin: 'http://[::1]:8080' }],
  ['a socket for both', true, '::ffff:127.0.0.1', { host: '127.0.0.1:8080' }],
  ['another machine', false, '192.168.1.7', { host }],
  ['another machine that names this one', false, '::ffff:192.168.1.7', { host, origin: `http://${host}` }],
  ['a proxy here that says for whom', false, '127.0.0.1', { host, 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy here that says for whom, by the standard', false, '127.0.0.1', { host, forwarded: 'for=203.0.113.9' }],
  ['a proxy here that claims this machine', false, '127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy here that passes the name on', false, '127.0.0.1', { host: 'ringfence.example.com' }],
  ['a proxy here that adds nothing, for a browser', false, '127.0.0.1', { host, origin: 'https://ringfence.example' }],
  ['a page of another site', false, '127.0.0.1', { host, origin: 'null' }],
  ['no name', false, '127.0.0.1', {}],
])('%s: %s', (_who, expected, address, headers) => {
  expect(request(address, headers)).toBe(expected)
})

it.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.53', true],
  ['http://[::1]', true],
  ['http://0.0.0.0:8080', false],
  ['http://localhost.example.com', false],
  ['https://ringfence.example.com', false],
  ['localhost', false],
])('%s names this machine: %s', (url, expected) => {
  expect(isLocalUrl(url)).toBe(expected)
})
