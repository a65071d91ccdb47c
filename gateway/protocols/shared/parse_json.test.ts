import { expect, it } from 'vitest'
import { parseJson } from './parse_json.ts'

it('takes what is nested as deep as anything sensible', () => {
  const nested = `${'['.repeat(20)}"[[[[{{{{\\"[[["${']'.repeat(20)}`
  expect(JSON.stringify(parseJson(Buffer.from(nested)))).toBe(nested)
})

it.each([
  ['too deep', '['.repeat(21)],
  ['very deep', '[{"a":'.repeat(100_000)],
])('refuses what is %s, whole or not', (_name, text) => {
  expect(() => parseJson(text)).toThrow('payload: is nested deeper than 20 levels')
})

it('refuses what is no JSON', () => {
  expect(() => parseJson('{"lat":1')).toThrow('payload: is not JSON')
})
