import type { DataOf, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'

/** Cancels a subscription. */
export const cancelSubscription = (body: { id: number; at?: 'end' | 'now'; credit?: boolean }) =>
  show(client.act('POST subscription/cancel', body))

export const resumeSubscription = (id: number) => show(client.act('POST subscription/resume', { id }))

export const pauseSubscription = (body: {
  id: number
  from_on: string
  until_on: string
  reason: string
  extends: boolean
  opens: boolean
}) => show(client.act('POST subscription/pause', body))

export const endPause = (id: number) => show(client.act('POST subscription/endpause', { id }))

export const changeSubscription = (id: number, product_id: number) =>
  show(client.act('POST subscription/change', { id, product_id }))

/** What a change costs; nothing is changed. */
export async function previewChange(id: number, product_id: number): Promise<Preview> {
  const { data } = await guarded(client.act('POST subscription/change', { id, product_id, preview: true }))
  return data as Preview
}

/** Shows a subscription as the server answers it. */
async function show(answer: Promise<{ data: DataOf<'POST subscription/change'> }>): Promise<void> {
  const { data } = await guarded(answer)
  await showRecord('subscription', data as Row<'subscription'>)
  await Promise.all(['product', 'invoice', 'transaction'].map(refresh))
}

/** Amounts in minor units; days as 2026-12-31. */
type Preview = Exclude<DataOf<'POST subscription/change'>, Row<'subscription'>>
