import { hash } from 'node:crypto'
import { ApiError } from '#api/client.ts'
import type { Outcome } from './outcome.ts'
import type { Traccar } from './source.ts'
import type { ImportState } from './state.ts'
import { once, type Target } from './target.ts'

/**
 * Creates or updates rows of a resource for entries of Traccar.
 *
 * - One that an earlier run brought along is updated where Traccar's values have changed since; else it stays as people
 *   have changed it here.
 * - One that is here by its natural key, but of no earlier run, is adopted: `adopt` says what it lacks.
 * - What Ringfence refuses is left out with its reason; a refused key ends the import.
 *
 * @returns ids here by ids of Traccar; those that a dry run would create are negative
 */
export async function bring<R extends { id: number }>(job: Job, kind: BringKind<R>): Promise<Map<number, number>> {
  const { state, outcome } = job
  const ids = new Map<number, number>()
  const by_id = new Map(kind.rows.map((row) => [row.id, row]))
  for (const item of kind.items) {
    const key = item.key ?? String(item.traccar_id)
    const digest = hash('sha256', JSON.stringify(item.fields)).slice(0, 16)
    const refusal = refusalOf(kind)
    if (!job.again && state.row(refusal, key)) {
      outcome.leaveOut(kind.title, item.label, 'refused in an earlier run; --again tries it again')
      continue
    }
    const before = state.row(kind.name, key)
    const remembered = before && by_id.get(before.id)
    const row = remembered ?? kind.find(item)
    if (row && kind.keeps) {
      outcome.count(kind.title, 'same')
      ids.set(item.traccar_id, row.id)
      continue
    }
    const changes = !row
      ? item.fields
      : !remembered
        ? (kind.adopt?.(row, item) ?? {})
        : before.hash === digest
          ? {}
          : item.fields
    const is = !row ? 'created' : Object.keys(changes).length === 0 ? 'same' : 'updated'
    const id = await write(job, kind, { item, row, changes })
    if (id === null) continue
    outcome.count(kind.title, is)
    ids.set(item.traccar_id, id)
    if (!job.dry_run) state.setRow(kind.name, key, { id, hash: digest })
    if (!row) kind.added?.(item, id)
  }
  return ids
}

/** @returns the id of the row; null where it was refused, which is noted */
async function write<R extends { id: number }>(
  { target, outcome, state, dry_run }: Job,
  kind: BringKind<R>,
  { item, row, changes }: { item: Item; row: R | undefined; changes: object },
): Promise<number | null> {
  if (dry_run) return row?.id ?? -item.traccar_id
  const { client, organisation } = target
  try {
    if (!row) {
      const body = { organisation_id: organisation.id, ...kind.only_new, ...item.fields, ...item.only_new }
      return (await client.call('PUT', kind.name, body, once())).data.id
    }
    if (Object.keys(changes).length > 0) await client.call('POST', kind.name, { id: row.id, ...changes })
    return row.id
  } catch (error) {
    if (!(error instanceof ApiError) || ENDS.has(error.status)) throw error
    if (kind.is_final?.(error)) {
      state.setRow(refusalOf(kind), item.key ?? String(item.traccar_id), { id: 0, hash: '' })
    }
    outcome.leaveOut(kind.title, item.label, kind.explain?.(error) ?? error.message)
    return null
  }
}

const refusalOf = ({ name }: { name: string }) => `refused ${name}`

/** The key is refused, or something is wrong with the server: not with the row. */
const ENDS = new Set([0, 401, 403, 408, 421, 429, 500, 501, 502, 503, 504])

export type Item = {
  traccar_id: number
  /** In the state, where an entry of Traccar becomes several rows. */
  key?: string
  /** What it is called in messages. */
  label: string
  fields: Record<string, unknown>
  /** Set when it is created, and left as it is afterwards. */
  only_new?: object
}
export type BringKind<R> = {
  /** Of the resource. */
  name: string
  /** In messages. */
  title: string
  rows: R[]
  items: Iterable<Item>
  find: (item: Item) => R | undefined
  adopt?: (row: R, item: Item) => object
  only_new?: object
  /** A new row may be what the next items refer to. */
  added?: (item: Item, id: number) => void
  /** Existing rows are left as they are, since this run reads a part of Traccar only. */
  keeps?: boolean
  /** A refusal that is remembered: asking again and again would end the import by a limit of Ringfence. */
  is_final?: (error: ApiError) => boolean
  explain?: (error: ApiError) => string | undefined
}
export type Job = {
  traccar: Traccar
  target: Target
  state: ImportState
  outcome: Outcome
  dry_run: boolean
  /** Whether entries of all users of Traccar are read: for its administrators. */
  all: boolean
  /** Whether only some devices are read. */
  partly: boolean
  again: boolean
  print: (line: string) => void
}
