import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import type { Fixes } from './fixes.ts'

const PART = 500

/**
 * Sends a track in parts, the oldest first, and adds up what the server says of each. What is sent again is stored once:
 * a track that was not sent to its end is sent again.
 */
export async function sendTrack({ tracker_id, name, fixes, dry_run, signal, onShare }: Sending): Promise<Counts> {
  const sum: Counts = { ...counted, trackimport_id: null, first_fix_at: null, last_fix_at: null }
  for (let at = 0; at < fixes.length; at += PART) {
    signal.throwIfAborted()
    onShare(at / fixes.length)
    const points = fixes.slice(at, at + PART)
    const { trackimport_id } = sum
    const begun = trackimport_id === null ? { name: name.slice(0, 200) } : { trackimport_id }
    const { data } = await guarded(client.act('POST track/import', { tracker_id, points, dry_run, ...begun }))
    for (const count of Object.keys(counted) as (keyof typeof counted)[]) sum[count] += data[count]
    sum.trackimport_id ??= data.trackimport_id
    sum.first_fix_at ??= data.first_fix_at
    sum.last_fix_at = data.last_fix_at ?? sum.last_fix_at
  }
  signal.throwIfAborted()
  return sum
}

/** Removes an imported track, part after part. */
export async function undoTrack(id: number): Promise<void> {
  while ((await guarded(client.act('POST trackimport/undo', { id }))).data.left);
}

const counted = { stored: 0, known: 0, recent: 0, too_old: 0, locked: 0, private: 0 }

export type Counts = DataOf<'POST track/import'>
type Sending = {
  tracker_id: number
  name: string
  fixes: Fixes
  dry_run: boolean
  signal: AbortSignal
  onShare: (share: number) => void
}
