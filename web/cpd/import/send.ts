import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { ImportKind } from './columns.ts'
import type { Part } from './parts.ts'

/**
 * Sends the parts of a file, one after the other. With faults and without `skip_bad`, what follows the first bad part
 * is only sent in a preview.
 *
 * @param onProgress called with the number of lines that were answered
 */
export async function sendParts(parts: Part[], how: How, onProgress: (lines: number) => void): Promise<Outcome> {
  const outcome: Outcome = { lines: 0, good: 0, created: 0, existing: 0, bad: 0, faults: [] }
  for (const { csv, numbers } of parts) {
    const { data } = await guarded(client.act('POST cpd/import', { ...how, csv }))
    for (const name of ['lines', 'good', 'created', 'existing'] as const) outcome[name] += data[name]
    outcome.bad += data.lines - data.good
    // The server counts the header as line 1.
    outcome.faults.push(...data.faults.map((fault) => ({ ...fault, line: numbers[fault.line - 2] ?? fault.line })))
    onProgress(outcome.lines)
    if (!how.preview && !how.skip_bad && data.faults.length > 0) break
  }
  return outcome
}

export type How = {
  kind: ImportKind
  organisation_id: number
  date_order: 'dmy' | 'mdy'
  preview: boolean
  skip_bad: boolean
}
type Answer = DataOf<'POST cpd/import'>
export type Fault = Answer['faults'][number]
/** `faults` are some of the `bad` lines: at most a hundred of each part. */
export type Outcome = Answer & { bad: number }
