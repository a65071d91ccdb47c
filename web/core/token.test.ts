import { expect, it } from 'vitest'
import { sessionIn } from './token.ts'

const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

it.each([
  [tokenOf({ sub: '1', sid: 42 }), 42],
  [tokenOf({ sub: 'Ānahera ÿ??>', sid: 7 }), 7],
  [tokenOf({ sub: '1' }), null],
  ['nonsense', null],
  ['', null],
])('of %s the session is %s', (token, session_id) => {
  expect(sessionIn(token)).toBe(session_id)
})
