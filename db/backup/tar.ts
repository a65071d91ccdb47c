import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Pack, pack } from 'tar-stream'
import { sealedSize } from '../contents/frames.ts'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import type { Database } from '../tables/index.ts'
import { CLOSING, type ClosingRecord, type Digests, sha256, writeClosing } from './digests.ts'

/** A tar that keeps the digest of each of its members. */
export class MemberTar {
  readonly pack: Pack = pack()
  readonly digests: Digests = {}
}

/**
 * Writes rows of a table as JSON arrays of their columns' texts, a line each: what PostgreSQL prints, it reads.
 *
 * @param transform changes a line before it is written
 * @returns how many rows
 */
export async function writeRows(tar: MemberTar, trx: Kysely<Database>, of: Rows): Promise<number> {
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
export async function writeContent(tar: MemberTar, contents: ContentStore, content: StoredContent): Promise<void> {
  const size = sealedSize(content.size)
  await writeBytes(tar, `files/${content.backend_key}`, size, contents.readSealed(content, size))
}

/** The events of a closed day. @throws {DamagedHistory} */
export async function writeHistory(tar: MemberTar, history: HistoryStore, part: StoredPart): Promise<void> {
  await writeBytes(tar, `history/${part.backend_key}`, part.bytes, history.readWhole(part))
}

export function writeEntry(tar: MemberTar, name: string, bytes: Buffer): Promise<void> {
  tar.digests[name] = sha256(bytes)
  return new Promise((resolve, reject) => {
    tar.pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** The last member: a file without it is not complete. */
export async function writeEnd(tar: MemberTar, end: Omit<ClosingRecord, 'digests'>): Promise<void> {
  await writeEntry(tar, CLOSING, writeClosing({ ...end, digests: { ...tar.digests } }))
}

async function writeBytes(tar: MemberTar, name: string, size: number, chunks: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  const sink = tar.pack.entry({ name, size, mode: 0o600 })
  const failed = once(sink, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), failed])
  }
  const finished = once(sink, 'finish')
  sink.end(undefined)
  await Promise.race([finished, failed])
  tar.digests[name] = hash.digest('hex')
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
