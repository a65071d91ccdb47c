import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { type MemberTar, writeEntry } from './members.ts'

/**
 * Writes rows of a table as JSON arrays of their columns' texts, a line each: what PostgreSQL prints, it reads.
 *
 * @param trx a transaction, of which a cursor is part
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
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(AT_ONCE)} from written_rows`.execute(trx)
    for (const { line } of rows) {
      // PostgreSQL puts spaces and newlines into JSON only between values, never raw into texts.
      lines.push(transform(line))
      size += line.length
    }
    count += rows.length
    if (size > PART) await flush()
    if (rows.length < AT_ONCE) break
  }
  await flush()
  await sql`close written_rows`.execute(trx)
  return count
}

/**
 * Inserts the rows of a member that `writeRows` has written.
 *
 * @param of.into the table
 * @param of.most bytes that are unpacked; more is an error
 * @returns how many rows
 */
export async function insertRows(db: Kysely<Database>, bytes: Buffer, of: Inserted): Promise<number> {
  const { into, columns, transform = (line) => line, most } = of
  const lines = String(await unzip(bytes, most === undefined ? {} : { maxOutputLength: most })).split('\n')
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ type }, i) => sql`(r ->> ${sql.lit(i)})::${sql.raw(type)}`))
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const rows = lines.slice(at, at + AT_ONCE).map(transform)
    await sql`insert into ${into} (${names}) overriding system value
      select ${values} from json_array_elements(${`[${rows.join(',')}]`}::json) r`.execute(db)
  }
  return lines.length
}

const zip = promisify<string, object, Buffer>(gzip)
const unzip = promisify<Buffer, object, Buffer>(gunzip)
const AT_ONCE = 2000
/** Characters of a member, before compression. */
const PART = 4 * 1024 * 1024

/** Changes a line: the JSON array of a row. */
type Transform = (line: string) => string
type Rows = {
  table: string
  columns: { name: string }[]
  /** A condition on `t`. */
  where?: RawBuilder<unknown>
  transform?: Transform | undefined
}
type Inserted = {
  into: RawBuilder<unknown>
  columns: { name: string; type: string }[]
  transform?: Transform | undefined
  most?: number
}
