import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'

/** Removes a person from a membership, withdraws their invitation, or leaves it oneself. */
export async function endSharing(id: number): Promise<void> {
  await guarded(client.act('POST subscriptionmember/end', { id }))
  await refreshPeople()
}

/** What they cost changes the membership and its invoices. */
export const refreshPeople = () =>
  Promise.all(['subscriptionmember', 'subscription', 'invoice', 'transaction'].map(refresh))
