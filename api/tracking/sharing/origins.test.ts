import { expect, it } from 'vitest'
import { checkOrigins } from './origins.ts'

it('keeps each website once, as browsers compare it', () => {
  expect(
    checkOrigins(['https://Example.com/', 'https://example.com', 'https://a.b:8443', 'http://localhost:3000']),
  ).toEqual(['https://example.com', 'https://a.b:8443', 'http://localhost:3000'])
})

it.each([
  ['example.com', 'is not the address of a website'],
  ['https://*.example.com', 'is not the address of a website'],
  ["https://a.com;script-src'none'", 'is not the address of a website'],
  ['https://a.com,b.com', 'is not the address of a website'],
  ['javascript:alert(1)', 'is not the address of a website'],
  ['data:text/html,x', 'is not the address of a website'],
  ['http://example.com', 'must begin with https://'],
  ['https://example.com/map', 'give https://example.com'],
  ['https://me:secret@example.com', 'give https://example.com'],
  ["https://example.com?'self'", 'give https://example.com'],
])('refuses %s', (origin, reason) => {
  expect(() => checkOrigins([origin])).toThrow(reason)
})
