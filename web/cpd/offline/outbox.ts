import i18next from 'i18next'
import { create } from 'zustand'
import { type Answer, ApiError, type CreateBody, type Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { type Delivered, deliver, isUnreachable } from './delivery.ts'
import { ownerNow, sendsAsOwner } from './owner.ts'
import { type Entry, entriesOf, type Kind, MAX_ENTRIES, putEntry, removeEntry, TooManyEntries } from './store.ts'

/** Unsent entries of the person who is signed in. */
export const useOutbox = create<Outbox>(() => ({ entries: [], loaded: false }))

/** Other tabs of this browser show the same entries. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ringfence.cpd')
tabs?.addEventListener('message', () => void show())

/**
 * Records an entry: at once where the server answers, else it is kept in this browser until it does.
 *
 * @returns the row, or null where it is kept
 * @throws {ApiError} where the server refuses it
 */
export async function record<K extends Kind>(entry: Written<K>): Promise<Recorded<K> | null> {
  // One that is being mended may be on its way at the same time.
  return entry.mended ? oneTabAtATime(() => attempt(entry)) : attempt(entry)
}

async function attempt<K extends Kind>(entry: Written<K>): Promise<Recorded<K> | null> {
  const { kind, client_key } = entry
  const owner = ownerNow()
  const stored = owner && entry.mended ? await entriesOf(owner) : []
  const before = stored.find((each) => each.client_key === client_key) ?? null
  // One that is mended and not stored any more has arrived in the meantime, as it was.
  const changed = before ? before.attempted : (entry.mended ?? false)
  const waiting = { ...toEntry(entry, owner ?? ''), changed }
  if (navigator.onLine || !owner) {
    try {
      const answer = (await requests.create(waiting)) as Recorded<K>
      const data = waiting.changed ? (await requests.update(waiting, answer.data)).data : answer.data
      if (before) await settle(client_key)
      return { ...answer, data: data as Row<K> }
    } catch (error) {
      if (!owner || !isUnreachable(error)) throw error
      waiting.attempted = true
    }
  }
  await keep({ ...waiting, attempted: waiting.attempted || (before?.attempted ?? false) })
  // So that the browser does not evict it where space is short.
  navigator.storage?.persist?.().catch(() => {})
  await announce()
  await refresh(kind)
  return null
}

/** @throws {ApiError} where too many wait, so that forms show why */
async function keep(entry: Entry): Promise<void> {
  try {
    await putEntry(entry)
  } catch (error) {
    if (!(error instanceof TooManyEntries)) throw error
    const message = i18next.t('cpd:offline.full', { count: MAX_ENTRIES })
    throw new ApiError(409, { message, code: 'conflict' })
  }
}

/**
 * Sends what waits, the oldest first, until the server does not answer.
 *
 * @returns how many entries have arrived
 */
export async function sendWaiting(): Promise<number> {
  const owner = ownerNow()
  if (!owner || !navigator.onLine) return 0
  return oneTabAtATime(async () => {
    const arrived = new Map<Kind, number>()
    for (const entry of await entriesOf(owner)) {
      if (entry.refusal) continue
      if (!sendsAsOwner(owner)) break
      if (!entry.attempted) await putEntry({ ...entry, attempted: true })
      const outcome = await deliver(entry, requests)
      if (!outcome) break
      await store(entry, outcome)
      if (outcome.row) arrived.set(entry.kind, (arrived.get(entry.kind) ?? 0) + 1)
    }
    await announce()
    for (const kind of arrived.keys()) await refresh(kind)
    return [...arrived.values()].reduce((sum, count) => sum + count, 0)
  })
}

/** Drops an entry that was not sent. */
export async function discard({ client_key }: Entry): Promise<void> {
  await settle(client_key)
}

/** Reads the entries of who is signed in now. */
export async function show(): Promise<void> {
  const owner = ownerNow()
  const entries = owner ? await entriesOf(owner).catch(() => []) : []
  if (ownerNow() === owner) useOutbox.setState({ entries, loaded: true })
}

async function store(entry: Entry, { row, refusal }: NonNullable<Delivered>): Promise<void> {
  if (row) return removeEntry(entry.client_key)
  // A refused one has not arrived.
  await putEntry({ ...entry, attempted: false, changed: false, refusal })
}

async function settle(client_key: string): Promise<void> {
  await removeEntry(client_key)
  await announce()
}

async function announce(): Promise<void> {
  await show()
  tabs?.postMessage('changed')
}

const requests = {
  create: ({ kind, body }: Entry): Promise<Recorded<Kind>> => guarded(client.create(kind, body)),
  update: ({ kind, body }: Entry, { id, modified_at }: Row<Kind>) => {
    const { organisation_id: _, client_key: __, ...fields } = body
    return guarded(client.update(kind, { ...fields, id, modified_at }))
  },
}

function toEntry<K extends Kind>({ body, mended: _, ...entry }: Written<K>, owner: string): Entry {
  const { client_key } = entry
  const written = { written_at: Date.now(), attempted: false, changed: false, refusal: null }
  return { ...written, ...entry, owner, body: { ...(body as object), client_key } as Entry['body'] }
}

/** Browsers have locks over https and on localhost; elsewhere the client key keeps a second request from a second row. */
function oneTabAtATime<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('ringfence.cpd', run) as Promise<T>) : run()
}

type Outbox = { entries: Entry[]; loaded: boolean }
type Written<K extends Kind> = Pick<Entry, 'client_key' | 'files'> & {
  kind: K
  body: CreateBody<K>
  /** Whether it was kept here before. */
  mended?: boolean
}
export type Recorded<K extends Kind> = Pick<Answer<Row<K>>, 'data' | 'info'>
