import { create } from 'zustand'
import type { DataOf, InputOf } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import { refresh } from '../useBulk.ts'

/** Rows that one request takes. */
const MOST_ROWS = 200
const UNDO_MS = 10 * 60_000

/** Changes rows part after part, or finds what would come of it. */
export async function changeRows(resource: string, ids: number[], change: Change, onPart?: (done: number) => void) {
  const whole = await inParts(
    ids.map((id) => ({ id })),
    (rows) => client.act('POST bulk', { resource, rows, ...change }),
    onPart,
  )
  if (change.dry_run) return whole
  await refresh(resource)
  if (whole.rows.length > 0) keep(resource, whole.rows)
  return whole
}

/** What was changed last can be put back for ten minutes, unless it was changed since. */
export async function undoRows(resource: string, organisation_id: number) {
  const rows = useUndo.getState().last[resource]?.rows ?? []
  forget(resource)
  const undone = await inParts(
    rows.map(({ modified_at, ...row }) => ({ ...row, ...(modified_at && { modified_at }) })),
    (part) => client.act('POST bulk', { resource, organisation_id, rows: part }),
  )
  await refresh(resource)
  return undone
}

export const useUndo = create<{ last: Record<string, { rows: Answer['rows']; at: number } | undefined> }>(() => ({
  last: {},
}))

const forget = (resource: string) => useUndo.setState(({ last }) => ({ last: { ...last, [resource]: undefined } }))

function keep(resource: string, rows: Answer['rows']): void {
  const at = Date.now()
  useUndo.setState(({ last }) => ({ last: { ...last, [resource]: { rows, at } } }))
  setTimeout(() => useUndo.getState().last[resource]?.at === at && forget(resource), UNDO_MS)
}

async function inParts(rows: Row[], send: (rows: Row[]) => ReturnType<typeof ask>, onPart?: (done: number) => void) {
  const whole: Answer = { changed: 0, same: 0, faults: [], rows: [] }
  for (let at = 0; at < rows.length; at += MOST_ROWS) {
    const { data } = await guarded(send(rows.slice(at, at + MOST_ROWS)))
    whole.changed += data.changed
    whole.same += data.same
    whole.faults.push(...data.faults)
    whole.rows.push(...data.rows)
    onPart?.(Math.min(at + MOST_ROWS, rows.length))
  }
  return whole
}

const ask = (body: Body) => client.act('POST bulk', body)

type Body = NonNullable<InputOf<'POST bulk'>[0]>
type Row = Body['rows'][number]
export type Answer = DataOf<'POST bulk'>
export type Change = Pick<Body, 'set' | 'add' | 'remove' | 'dry_run' | 'organisation_id'>
