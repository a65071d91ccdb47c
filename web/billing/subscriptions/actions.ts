import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'

/** Cancels or resumes a subscription, and shows it as the server answers it. */
export async function actOnSubscription(
  action: 'cancel' | 'resume',
  body: { id: number; at?: string; credit?: boolean },
): Promise<void> {
  const answer = client.call<{ data: Row<'subscription'> }>('POST', `subscription/${action}`, body)
  const { data } = await guarded(answer)
  await showRecord('subscription', data)
  await Promise.all(['product', 'invoice', 'transaction'].map(refresh))
}

/** What a change costs; nothing is changed. */
export async function previewChange(id: number, product_id: number): Promise<Preview> {
  const body = { id, product_id, preview: true }
  const answer = client.call<{ data: Preview }>('POST', 'subscription/change', body)
  return (await guarded(answer)).data
}

export async function changeSubscription(id: number, product_id: number): Promise<void> {
  const answer = client.call<{ data: Row<'subscription'> }>('POST', 'subscription/change', { id, product_id })
  const { data } = await guarded(answer)
  await showRecord('subscription', data)
  await Promise.all(['product', 'invoice', 'transaction'].map(refresh))
}

/** Amounts in minor units; days as 2026-12-31. */
export type Preview = {
  credit: Amounts
  charge: Amounts
  due: Amounts
  effective_on: string
  period_began_on: string
  period_ends_on: string | null
  next_invoice_on: string | null
}
type Amounts = { net: number; tax: number; gross: number }
