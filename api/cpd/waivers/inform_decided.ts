import type { Static } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { WaiverOutcome } from '#db/tables/cpd/values.ts'
import { inform } from '../people/inform.ts'
import { waiverDecided } from '../words/waiver.ts'

/** Notifies the person of a decision on their waiver. Not of the reasons: a mailbox may be the employer's. */
export async function informDecided(trx: Trx, waiver: Waiver, step: Step): Promise<void> {
  const { id, organisation_id, user_id, cycle } = waiver
  const { outcome, is_appeal = false, is_changed = false } = step
  await inform(
    trx,
    { page: 'waiver', id, organisation_id, user_id },
    {
      occasion: is_appeal ? 'appeal' : is_changed ? `decision ${Date.now()}` : 'decision',
      texts: waiverDecided(outcome, is_appeal),
      values: { cycle },
    },
  )
}

type Waiver = { id: number; organisation_id: number; user_id: number; cycle: string }
type Step = { outcome: Static<typeof WaiverOutcome>; is_appeal?: boolean; is_changed?: boolean }
