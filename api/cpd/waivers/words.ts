import type { Static } from 'typebox'
import type { WaiverOutcome } from '#db/tables/cpd/values.ts'

/** What a decision says to the person. */
export const outcomeWords: Record<Static<typeof WaiverOutcome>, string> = {
  whole: 'The waiver is granted as you have asked for it.',
  part: 'The waiver is granted in part.',
  refused: 'The waiver is not granted.',
}
