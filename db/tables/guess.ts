import { type Static, Type } from 'typebox'
import { type Table, Timestamp } from './columns.ts'

/** How many wrong passwords and codes there were lately, fading with time: see `api/accounts/guesses.ts`. */
export const Guess = Type.Object({
  subject: Type.String(),
  scope: Type.String(),
  level: Type.Number({ minimum: 0 }),
  guessed_at: Timestamp,
})

export type GuessTable = Table<Static<typeof Guess>>
