import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { optionsOf } from './pglite.ts'
import { Statements } from './statements.ts'

// The worker thread of the embedded database; `index.ts` is the main thread's side.
const { folder } = workerData as Opening
const opened = open()
// The failure is reported to the `open` request.
opened.catch(() => {})

parentPort!.on('message', async ({ id, ...order }: { id: number } & Order) => {
  try {
    const value = await execute(order)
    parentPort!.postMessage({ id, value })
  } catch (error) {
    parentPort!.postMessage({ id, error: plain(error as Error) })
  }
})

async function open(): Promise<{ pglite: PGlite; statements: Statements }> {
  // For the SQL parser alone V8's optimising compiler takes 600 MB for a second. It does so after the first statements:
  // have it happen now, once, while the process is small.
  setFlagsFromString('--wasm-sync-tier-up')
  const pglite = await PGlite.create(optionsOf(folder))
  for (let i = 0; i < WARM_UP_STATEMENTS; i++) {
    await pglite.query('select a.relname, b.relkind from pg_class a join pg_class b using (oid) where a.oid = $1', [0])
  }
  setFlagsFromString('--no-wasm-sync-tier-up')
  await pglite.exec("set time zone 'UTC'")
  return { pglite, statements: new Statements(pglite) }
}

const WARM_UP_STATEMENTS = 50
const isNewType = /^\s*create type\b/i

async function execute(order: Order): Promise<unknown> {
  const { pglite, statements } = await opened
  switch (order.order) {
    case 'open':
      return
    case 'query': {
      const { text, values } = order
      const { rows, affectedRows, fields } = await statements.query(text, values)
      // PGlite knows arrays of the types that existed when it was opened; of others it would send bytes as text.
      if (isNewType.test(text)) await pglite.refreshArrayTypes()
      return { rows, affectedRows, fields }
    }
    case 'close':
      return await pglite.close()
  }
}

/** Errors lose their fields when posted between threads; keeps PostgreSQL's: code, constraint, detail. */
function plain(error: Error): PlainError {
  const fields = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return { ...Object.fromEntries(fields), message: error.message }
}

export type Opening = { folder: string }
export type Order = { order: 'open' | 'close' } | { order: 'query'; text: string; values?: unknown[] | undefined }
export type Answer = { id: number; value?: unknown; error?: PlainError }
type PlainError = { message: string; [field: string]: unknown }
