import { expect, it } from 'vitest'
import { isPrivate, requestFrom, waitOf } from './request.ts'

it.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['192.168.1.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
])('%s is private: %s', (address, known) => {
  expect(isPrivate(address)).toBe(known)
})

it.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://2130706433:1/', 'http://localhost:1/'])(
  'refuses to go to %s',
  async (url) => {
    const request = requestFrom(url, { method: 'POST', headers: {}, body: '', allow_private: false })
    await expect(request).rejects.toThrow('is in a private network')
  },
)

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
