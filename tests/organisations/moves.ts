import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { exportOrganisation } from '#db/moving/export.ts'
import { importOrganisation } from '#db/moving/import.ts'
import { movedTables, rowsOf } from '#db/moving/plan.ts'
import { columnsOf } from '#db/tar/columns.ts'
import { type Digests, sha256, writeClosing } from '#db/tar/digests.ts'
import type { Network } from '../network.ts'

/** An exported organisation, before it is encrypted. */
export function exported({ db, server }: Network, organisation_id: number): Promise<Buffer> {
  return buffer(
    exportOrganisation(db, {
      contents: server.contents,
      history: server.history,
      organisation_id,
    }) as unknown as Readable,
  )
}

export function imported({ db, server }: Network, tar: Buffer, trust = true) {
  return importOrganisation(db, Readable.from([tar]), { contents: server.contents, history: server.history, trust })
}

/** Rows of the file by table, which a hostile writer changes. */
export type Rows = Record<string, Record<string, string | null>[]>

/** Writes the file again with other rows, contents or entries. */
export async function rewritten(
  tar: Buffer,
  change: { rows?: (rows: Rows) => void; entry?: (name: string, bytes: Buffer) => Buffer | null },
): Promise<Buffer> {
  const entries: { name: string; bytes: Buffer }[] = []
  for await (const entry of Readable.from([tar]).pipe(extract()) as unknown as AsyncIterable<
    Readable & { header: { name: string } }
  >) {
    entries.push({ name: entry.header.name, bytes: await buffer(entry) })
  }
  const manifest = JSON.parse(String(entries[0]!.bytes))
  const rows: Rows = {}
  for (const { name, bytes } of entries) {
    const [folder, table = ''] = name.split('/')
    if (folder !== 'database') continue
    const columns: { name: string }[] = manifest.tables.find((one: { name: string }) => one.name === table).columns
    for (const line of String(await promisify(gunzip)(bytes)).split('\n')) {
      const cells = JSON.parse(line)
      rows[table] ??= []
      rows[table].push(Object.fromEntries(columns.map((column, i) => [column.name, cells[i]])))
    }
  }
  change.rows?.(rows)
  const out = pack()
  const written = buffer(out as unknown as Readable)
  const digests: Digests = {}
  const put = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      digests[name] = sha256(bytes)
      out.entry({ name }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  for (const { name, bytes } of entries) {
    if (name.startsWith('database/') || name === 'end.json') continue
    const changed = change.entry ? change.entry(name, bytes) : bytes
    if (changed) await put(name, changed)
    if (name !== 'manifest.json') continue
    for (const [table, of] of Object.entries(rows)) {
      const columns: { name: string }[] =
        manifest.tables.find((one: { name: string }) => one.name === table)?.columns ?? []
      const lines = of.map((row) => JSON.stringify(columns.map((column) => row[column.name] ?? null)))
      await put(`database/${table}/000001.ndjson.gz`, await promisify(gzip)(lines.join('\n')))
    }
  }
  const { sha256: _, ...end } = JSON.parse(String(entries.at(-1)!.bytes))
  for (const [table, of] of Object.entries(rows)) end.rows[table] = of.length
  const closing = writeClosing({ ...end, digests })
  const last = change.entry ? change.entry('end.json', closing) : closing
  if (last) await put('end.json', last)
  out.finalize()
  return written
}

/** What differs by design: what is sealed, where it is stored, and connections. */
const differs = [
  'nhi_sealed',
  'nhi_index',
  'sealed',
  'access_sealed',
  'refresh_sealed',
  'webhook_sealed',
  'password_sealed',
  'key_id',
  'wrapped_key',
  'backend_key',
  'due_at',
  'gateway_id',
  'has_will',
  'taken_until',
  'leased_until',
]

/** The rows of an organisation by table, in an order of their own. */
export async function rowsIn({ db }: Network, organisation_id: number): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of await movedTables(db)) {
    if (['cpd_standard', 'cpd_rule'].includes(table.name)) continue
    const columns = (await columnsOf(db, table.name)).filter(({ name }) => !differs.includes(name))
    // As an array: a function has at most 100 arguments.
    const pairs = sql.join(columns.flatMap(({ name }) => [sql.lit(name), sql`t.${sql.ref(name)}::text`]))
    const { rows } = await sql<{ row: string }>`
      select json_build_object(variadic array[${pairs}]::text[])::text as row
      from ${table.ref} t where ${rowsOf(table, organisation_id)} order by 1`.execute(db)
    all[table.name] = rows.map(({ row }) => JSON.parse(row))
  }
  return all
}
