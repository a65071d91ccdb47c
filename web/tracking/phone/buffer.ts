import type { Fix } from './locate.ts'

const database = 'ringfence.phone'
const store = 'reports'

/**
 * Opens the buffer of a user's unacknowledged reports. It survives a reload and is separate for each user of this
 * browser. When it is full, the oldest report is dropped.
 *
 * @throws when the browser has no storage, as in some private windows
 */
export async function openBuffer(owner: string, max = 10_000): Promise<Buffer> {
  const db = await open()
  const mine = (above = 0) => IDBKeyRange.bound([owner, above], [owner, Number.MAX_SAFE_INTEGER], true)
  const run = <T>(mode: IDBTransactionMode, work: (reports: IDBObjectStore) => Promise<T>) => {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    return Promise.all([work(transaction.objectStore(store)), done(transaction)]).then(([result]) => result)
  }
  const count = () => run('readonly', (reports) => answer(reports.index('owner').count(mine())))

  return {
    count,
    add: (report) =>
      run('readwrite', async (reports) => {
        await answer(reports.add({ ...report, owner }))
        const kept = await answer(reports.index('owner').count(mine()))
        const over = kept > max ? await answer(reports.index('owner').getAllKeys(mine(), kept - max)) : []
        for (const key of over) reports.delete(key)
        return over.length
      }),
    after: (seq, limit) => run('readonly', (reports) => answer(reports.index('owner').getAll(mine(seq), limit))),
    remove: (seq) => run('readwrite', (reports) => answer(reports.delete(seq))),
    close: () => db.close(),
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => {
    const reports = request.result.createObjectStore(store, { keyPath: 'seq', autoIncrement: true })
    reports.createIndex('owner', ['owner', 'seq'])
  }
  return answer(request)
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** In order of creation; `seq` is assigned by the buffer and never reused. */
export type Buffer = {
  count(): Promise<number>
  /** @returns the number of reports dropped */
  add(report: Report): Promise<number>
  after(seq: number, limit: number): Promise<Kept[]>
  remove(seq: number): Promise<unknown>
  close(): void
}
export type Report = Fix & { battery: number | null; charging: boolean | null }
export type Kept = Report & { seq: number; owner: string }
