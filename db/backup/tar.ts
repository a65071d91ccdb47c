import { once } from 'node:events'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Pack } from 'tar-stream'
import { sealedSize } from '../contents/frames.ts'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import type { Database } from '../tables/index.ts'

/**
 * Writes rows of a table as JSON arrays of their columns' texts, a line each: what PostgreSQL prints, it reads.
 *
 * @param transform changes a line before it is written
 * @returns how many rows
 */
export async function writeRows(tar: Pack, trx: Kysely<Database>, of: Rows): Promise<number> {
  const { table, columns, where = sql`true`, transform = (line) => line } = of
  const row = sql.join(columns.map(({ name }) => sql`t.${sql.ref(name)}::text`))
  await sql`declare written_rows no scroll cursor for select json_build_array(${row})::text as line
    from ${sql.table(table)} t where ${where}`.execute(trx)
  let lines: string[] = []
  let size = 0
  let count = 0
  let part = 0
  const flush = async () => {
    if (lines.length === 0) return
    const name = `database/${table}/${String(++part).padStart(6, '0')}.ndjson.gz`
    await writeEntry(tar, name, await zip(lines.join('\n'), { level: 6 }))
    lines = []
    size = 0
  }
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from written_rows`.execute(trx)
    for (const { line } of rows) {
      // PostgreSQL puts spaces and newlines into JSON only between values, never raw into texts.
      lines.push(transform(line))
      size += line.length
    }
    count += rows.length
    if (size > PART) await flush()
    if (rows.length < FETCH) break
  }
  await flush()
  await sql`close written_rows`.execute(trx)
  return count
}

/** The bytes at rest: their key is in the row. */
export async function writeContent(tar: Pack, contents: ContentStore, content: StoredContent): Promise<void> {
  const size = sealedSize(content.size)
  await writeBytes(tar, `files/${content.backend_key}`, size, contents.readSealed(content, size))
}

/** The events of a closed day. @throws {DamagedHistory} */
export async function writeHistory(tar: Pack, history: HistoryStore, part: StoredPart): Promise<void> {
  await writeBytes(tar, `history/${part.backend_key}`, part.bytes, history.readWhole(part))
}

export function writeEntry(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function writeBytes(tar: Pack, name: string, size: number, chunks: AsyncIterable<Buffer>): Promise<void> {
  const sink = tar.entry({ name, size, mode: 0o600 })
  const failed = once(sink, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  for await (const chunk of chunks) {
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), failed])
  }
  const finished = once(sink, 'finish')
  sink.end(undefined)
  await Promise.race([finished, failed])
}

const zip = promisify(gzip) as (text: string, options: object) => Promise<Buffer>
const FETCH = 2000
/** Characters of an entry, before compression. */
const PART = 4 * 1024 * 1024

type Rows = {
  table: string
  columns: { name: string }[]
  /** A condition on `t`. */
  where?: RawBuilder<unknown>
  transform?: (line: string) => string
}
