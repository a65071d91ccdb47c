import { expect, it } from 'vitest'
import { SignInLinks } from './sign_in_links.ts'

const MINUTE = 60_000

it('gives the user of a link once', () => {
  const links = new SignInLinks()
  const [first, second] = [links.make(7), links.make(8)]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(links.take(second)).toBe(8)
  expect(links.take(first)).toBe(7)
  expect(() => links.take(first)).toThrow(expect.objectContaining({ code: 'token_invalid' }))
})

it.each([
  [9, null],
  [10, 'token_expired'],
])('after %i minutes it answers %s', (minutes, code) => {
  const links = new SignInLinks()
  const token = links.make(7, 0)
  const take = () => links.take(token, minutes * MINUTE)
  if (code) expect(take).toThrow(expect.objectContaining({ code }))
  else expect(take()).toBe(7)
})

it('knows no link of another process', () => {
  const token = new SignInLinks().make(7)
  expect(() => new SignInLinks().take(token)).toThrow(expect.objectContaining({ code: 'token_invalid' }))
})
