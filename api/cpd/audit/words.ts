import type { Static } from 'typebox'
import type { AuditVerdict } from '#db/tables/cpd/values.ts'

/** What an outcome says to the person. */
export const verdictWords: Record<Static<typeof AuditVerdict>, string> = {
  met: 'Your records meet what was asked for.',
  partly_met: 'Your records meet what was asked for in part.',
  not_met: 'Your records do not meet what was asked for.',
}
