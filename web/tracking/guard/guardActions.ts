import type { TFunction } from 'i18next'
import { client } from '../../core/api.ts'
import type { BulkAction } from '../../kit/lists/BulkBar.tsx'

/** What arms and disarms the parking guards of the selected trackers, each where it is. */
export const guardActions = (t: TFunction): BulkAction<'tracker'>[] => [
  { label: t('tracking:guard.armEach'), run: ({ id }) => setArmed(id, true) },
  { label: t('tracking:guard.disarmEach'), run: ({ id }) => setArmed(id, false) },
]

async function setArmed(tracker_id: number, armed: boolean): Promise<void> {
  const [guard] = (await client.list('trackerguard', { tracker_id })).data
  if (guard) await client.update('trackerguard', { id: guard.id, armed })
  else if (armed) await client.create('trackerguard', { tracker_id, armed })
}
