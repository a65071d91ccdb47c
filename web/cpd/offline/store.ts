import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { CreateBody } from '#api/client.ts'
import { canSeal, newKey, type Sealed, seal, unseal } from './sealing.ts'

/** As many unsent entries as one person may have in this browser. */
export const MAX_ENTRIES = 500

let opened: Promise<IDBPDatabase<Schema>> | null = null

/** @throws when the browser has no storage, as in some private windows */
function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('ringfence.cpd', 2, {
    upgrade(db, version) {
      if (version < 1) {
        db.createObjectStore('entries', { keyPath: 'client_key' }).createIndex('owner', 'owner')
        db.createObjectStore('answers')
      }
      db.createObjectStore('keys')
    },
    // A newer version of the page waits in another tab.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      opened = null
    },
    terminated() {
      opened = null
    },
  }).catch((error) => {
    opened = null
    throw error
  })
  return opened
}

/**
 * The key of what is kept of one owner; null where the browser does not encrypt, or keeps no keys. It is deleted with what
 * it has sealed (`forget`).
 */
async function keyOf(owner: string): Promise<CryptoKey | null> {
  if (!canSeal()) return null
  const db = await open()
  const known = await db.get('keys', owner)
  if (known) return known
  const fresh = await newKey()
  // Another tab may have made one in the meantime.
  const transaction = db.transaction('keys', 'readwrite')
  const stored = await transaction.store.get(owner)
  if (!stored) await transaction.store.put(fresh, owner)
  await transaction.done
  return stored ?? fresh
}

/** The entries of one owner, in the order in which they were written. */
export async function entriesOf(owner: string): Promise<Entry[]> {
  const kept = await (await open()).getAllFromIndex('entries', 'owner', owner)
  const key = kept.length > 0 ? await keyOf(owner) : null
  const entries = await Promise.all(kept.map((one) => entryOf(key, one)))
  return entries.filter((entry) => entry !== null).sort((a, b) => a.written_at - b.written_at)
}

/** @returns null where its key is gone */
async function entryOf(key: CryptoKey | null, kept: KeptEntry): Promise<Entry | null> {
  // Written by an older release, or over http.
  if (!('sealed' in kept)) return kept
  if (!key) return null
  return (await unseal(key, kept.client_key, kept.sealed).catch(() => null)) as Entry | null
}

/**
 * Writes an entry, or replaces the one of the same key.
 *
 * @throws {TooManyEntries} where the owner has `MAX_ENTRIES` already
 */
export async function putEntry(entry: Entry): Promise<void> {
  const { client_key, owner } = entry
  const key = await keyOf(owner)
  // First: a transaction ends while something else is awaited.
  const kept = key ? { client_key, owner, sealed: await seal(key, client_key, entry) } : entry
  const transaction = (await open()).transaction('entries', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const before = await store.get(entry.client_key)
  if (before && before.owner !== entry.owner) throw new Error('This key belongs to another person.')
  if (!before && (await store.index('owner').count(entry.owner)) >= MAX_ENTRIES) throw new TooManyEntries()
  await store.put(kept)
  await transaction.done
}

export async function removeEntry(client_key: string): Promise<void> {
  await (await open()).delete('entries', client_key)
}

/** Deletes what is kept of one owner, and its key. */
export async function forget(owner: string): Promise<void> {
  const transaction = (await open()).transaction(['entries', 'keys'], 'readwrite')
  const entries = transaction.objectStore('entries')
  for (const key of await entries.index('owner').getAllKeys(owner)) await entries.delete(key)
  await transaction.objectStore('keys').delete(owner)
  await transaction.done
}

/** The last answer to a question that forms ask, for use without a network. */
export async function readAnswer(owner: string, name: string): Promise<unknown> {
  const [sealed, key] = [await (await open()).get('answers', `${owner} ${name}`), await keyOf(owner)]
  // What an older release has written is asked for again.
  return sealed && key ? unseal(key, name, sealed) : undefined
}

export async function writeAnswer(owner: string, name: string, answer: unknown): Promise<void> {
  const key = await keyOf(owner)
  if (key) await (await open()).put('answers', await seal(key, name, answer), `${owner} ${name}`)
}

/** Answers are private to who is signed in: none stays in the browser. */
export async function removeAnswers(): Promise<void> {
  await (await open()).clear('answers')
}

export class TooManyEntries extends Error {
  override name = 'TooManyEntries'
}

export type Kind = 'devactivity' | 'procedure'

/** An activity or a procedure that the server has not answered yet. */
export type Entry = {
  client_key: string
  /** Whose it is: nobody else on this browser sees or sends it. */
  owner: string
  kind: Kind
  body: CreateBody<'devactivity'> & CreateBody<'procedure'>
  /** Names of the files in `body.evidence`. */
  files: Evidence[]
  written_at: number
  /** Whether it was sent at least once without an answer, so that it may have arrived. */
  attempted: boolean
  /** Whether it was changed after that: what may have arrived is out of date. */
  changed: boolean
  refusal: Refusal | null
}
export type Refusal = { message: string; field?: string }

type KeptEntry = Entry | (Pick<Entry, 'client_key' | 'owner'> & { sealed: Sealed })
type Schema = DBSchema & {
  entries: { key: string; value: KeptEntry; indexes: { owner: string } }
  answers: { key: string; value: Sealed }
  keys: { key: string; value: CryptoKey }
}

/** A file that is evidence of an entry. */
export type Evidence = { file_id: number; name: string; size: number }
