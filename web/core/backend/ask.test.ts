import { expect, it } from 'vitest'
import { ApiError } from '#api/client.ts'
import { askEach, MAX_ASKED } from './ask.ts'

const at = (name: string, base = `https://${name}.example`) => ({ name, base })
const wrong = new ApiError(401, { code: 'wrong_credentials' })
const candidates = [at('here', ''), at('nz'), at('au')]

/** Installations that answer as given; the others are unreachable. */
function world(answers: Record<string, unknown>) {
  const asked: string[] = []
  return {
    asked,
    send: async (base: string) => {
      asked.push(base)
      const answer = answers[base]
      if (answer === undefined) throw new TypeError('unreachable')
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

it('asks the first one only where it takes the credentials', async () => {
  const { send, asked } = world({ '': 'in' })
  expect(await askEach(candidates, send)).toEqual({ answer: 'in', by: candidates[0] })
  expect(asked).toEqual([''])
})

it('asks the others in order while the credentials are wrong, and skips those that do not answer', async () => {
  const { send, asked } = world({ '': wrong, 'https://au.example': 'in' })
  expect(await askEach(candidates, send)).toMatchObject({ answer: 'in', by: { name: 'au' } })
  expect(asked).toEqual(['', 'https://nz.example', 'https://au.example'])
})

it.each([
  ['a code is asked for', 401, 'totp_required'],
  ['guesses are limited', 429, 'too_many_requests'],
  ['the account is not confirmed', 475, 'unconfirmed'],
  ['the organisation is being moved', 503, 'organisation_on_hold'],
])('stops where %s', async (_name, status, code) => {
  const { send, asked } = world({ '': wrong, 'https://nz.example': new ApiError(status, { code }) })
  await expect(askEach(candidates, send)).rejects.toMatchObject({ cause: { code }, by: { name: 'nz' } })
  expect(asked).toHaveLength(2)
})

it('says what the first has answered, and who did not answer', async () => {
  const { send } = world({ '': wrong, 'https://au.example': wrong })
  await expect(askEach(candidates, send)).rejects.toMatchObject({
    cause: wrong,
    by: { name: 'here' },
    unreachable: ['nz'],
  })
})

it('prefers the answer that says where the organisation is now', async () => {
  const moved = new ApiError(421, { code: 'organisation_moved' })
  const { send } = world({ '': wrong, 'https://nz.example': moved, 'https://au.example': wrong })
  await expect(askEach(candidates, send)).rejects.toMatchObject({ cause: moved })
})

it('sends no password over http, except within this machine, and to no more than some', async () => {
  const { send, asked } = world({ 'http://127.0.0.1:1': wrong })
  await askEach([at('plain', 'http://plain.example'), at('local', 'http://127.0.0.1:1')], send).catch(() => {})
  expect(asked).toEqual(['http://127.0.0.1:1'])
  await expect(askEach([at('plain', 'http://plain.example')], send)).rejects.toMatchObject({ by: { name: 'plain' } })
  const many = world({})
  await askEach(
    Array.from({ length: 40 }, (_, i) => at(`n${i}`)),
    many.send,
  ).catch(() => {})
  expect(many.asked).toHaveLength(MAX_ASKED)
})
