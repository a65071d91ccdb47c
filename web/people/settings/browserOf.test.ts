import { expect, test } from 'vitest'
import { browserOf } from './browserOf.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
])('%s is %s on %s', (user_agent, browser, system) => expect(browserOf(user_agent)).toEqual({ browser, system }))

test('an unknown browser is null', () => {
  expect(browserOf('curl/8.5.0')).toBe(null)
  expect(browserOf(null)).toBe(null)
})
