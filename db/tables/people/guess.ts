import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** Recent wrong passwords and codes, decaying with time: see `api/people/sessions/guesses.ts`. */
export const Guess = defineTable({
  name: 'guess',
  columns: { subject: Type.String(), scope: Type.String(), level: Type.Number({ minimum: 0 }), guessed_at: Timestamp },
  stays: 'counters of guesses at this installation',
  past: isDaysAgo('guessed_at', 1),
})
