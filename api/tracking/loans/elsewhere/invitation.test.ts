import { expect, it } from 'vitest'
import { invitationOf, isReachable, parseInvitation } from './invitation.ts'

const code = 'abcdefghijABCDEFGHIJ0123456789_-abcdefghijk'
const parse = (text: string, allow_private = false) =>
  parseInvitation(text, { own: 'https://here.example.com', allow_private })

it('reads what it has written', () => {
  expect(parse(` ${invitationOf(code, 'https://there.example.com/maps')}/ `)).toEqual({
    code,
    address: 'https://there.example.com/maps',
  })
  expect(parse(invitationOf(code, 'http://127.0.0.1:8080'), true).address).toBe('http://127.0.0.1:8080')
})

it.each([
  [code],
  [`${code}@`],
  [`short@https://there.example.com`],
  [`${code}@http://there.example.com`],
  [`${code}@ftp://there.example.com`],
  [`${code}@https://user:secret@there.example.com`],
  [`${code}@https://there.example.com/?to=x`],
  [`${code}@https://there.example.com/#x`],
  [`${code}@https://here.example.com/`],
  [`${code}@https://`],
  [`${code}@https://there.example.com/${'a'.repeat(300)}`],
])('refuses %s', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ field: 'code' }))
})

it('offers only from an address that others reach', () => {
  expect(isReachable('https://here.example.com', false)).toBe(true)
  expect(isReachable('http://localhost:8080', false)).toBe(false)
  expect(isReachable('http://localhost:8080', true)).toBe(true)
})
