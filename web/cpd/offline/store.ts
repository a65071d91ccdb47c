import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { CreateBody } from '#api/client.ts'

/** As many unsent entries as one person may have in this browser. */
export const MAX_ENTRIES = 500

let opened: Promise<IDBPDatabase<Schema>> | null = null

/** @throws when the browser has no storage, as in some private windows */
function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('ringfence.cpd', 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'client_key' }).createIndex('owner', 'owner')
      db.createObjectStore('answers')
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

/** The entries of one owner, in the order in which they were written. */
export async function entriesOf(owner: string): Promise<Entry[]> {
  const entries = await (await open()).getAllFromIndex('entries', 'owner', owner)
  return entries.sort((a, b) => a.written_at - b.written_at)
}

/**
 * Writes an entry, or replaces the one of the same key.
 *
 * @throws {TooManyEntries} where the owner has `MAX_ENTRIES` already
 */
export async function putEntry(entry: Entry): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const before = await store.get(entry.client_key)
  if (before && before.owner !== entry.owner) throw new Error('This key belongs to another person.')
  if (!before && (await store.index('owner').count(entry.owner)) >= MAX_ENTRIES) throw new TooManyEntries()
  await store.put(entry)
  await transaction.done
}

export async function removeEntry(client_key: string): Promise<void> {
  await (await open()).delete('entries', client_key)
}

export async function removeEntriesOf(owner: string): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite')
  for (const key of await transaction.store.index('owner').getAllKeys(owner)) await transaction.store.delete(key)
  await transaction.done
}

/** The last answer to a question that forms ask, for use without a network. */
export async function readAnswer(owner: string, name: string): Promise<unknown> {
  return (await open()).get('answers', `${owner} ${name}`)
}

export async function writeAnswer(owner: string, name: string, answer: unknown): Promise<void> {
  await (await open()).put('answers', answer, `${owner} ${name}`)
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

type Schema = DBSchema & {
  entries: { key: string; value: Entry; indexes: { owner: string } }
  answers: { key: string; value: unknown }
}

/** A file that is evidence of an entry. */
export type Evidence = { file_id: number; name: string; size: number }
