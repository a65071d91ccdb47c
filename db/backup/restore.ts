import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Backend } from '../contents/backend.ts'
import type { Trx } from '../database.ts'
import { noteInChains } from '../history/chain/append.ts'
import { BlockHasher } from '../history/digests/blocks.ts'
import type { HistoryStore } from '../history/store.ts'
import { continueEventsInFiles } from '../ids/in_files.ts'
import { continueIds, readInstallation } from '../ids/installation.ts'
import type { Keys } from '../keys/ring.ts'
import { migrate, migrations } from '../migrations/index.ts'
import { listPartitions, makePartition } from '../partitions.ts'
import {
  type Database,
  EventArchive,
  EventArchiveLease,
  EventArchiveUnused,
  FileContent,
  HistoryLink,
  Installation,
  Organisation,
  UserAccount,
} from '../tables/index.ts'
import { CLOSING, type Entry, MemberDigests, readAll } from '../tar/digests.ts'
import { entriesOf } from '../tar/members.ts'
import { insertRows } from '../tar/rows.ts'
import { BackupError, type CheckedBackup, checkBackup, compare } from './check.ts'
import { FORMAT, type Manifest } from './write.ts'

/**
 * Compares every part of a backup with its digest, as `restoreBackup` needs it; before anything is opened or written.
 *
 * @throws {BackupError}
 */
export async function checkToRestore(tar: Readable): Promise<CheckedBackup> {
  return checkBackup(tar).catch((error) => {
    throw error instanceof BackupError ? new BackupError(`${error.message} Nothing was restored.`) : error
  })
}

/**
 * Restores a backup into an empty database: all of it or nothing, in one transaction. A backup of an older release is
 * brought up to date afterwards.
 *
 * @param checked what `checkToRestore` has found in the same file
 * @param target where contents go; a backup of an S3 can be restored to a disk, and the other way round
 * @throws {Error} with one sentence for people
 */
export async function restoreBackup(
  db: Kysely<Database>,
  tar: Readable,
  checked: CheckedBackup,
  target: RestoreTarget,
): Promise<Restored> {
  const restoring = new Restoring(db, target, checked)
  try {
    return await restoring.run(entriesOf(tar))
  } finally {
    tar.destroy()
  }
}

class Restoring {
  readonly #db: Kysely<Database>
  readonly #target: RestoreTarget
  readonly #checked: CheckedBackup
  readonly #members = new MemberDigests()
  #manifest: Manifest | null = null
  #rows: Record<string, number> = {}
  #contents = 0
  #history = 0
  #keys: Keys | null = null
  #secret: string | null = null
  #is_complete = false

  constructor(db: Kysely<Database>, target: RestoreTarget, checked: CheckedBackup) {
    this.#db = db
    this.#target = target
    this.#checked = checked
  }

  async run(entries: AsyncIterable<Entry>): Promise<Restored> {
    const iterator = entries[Symbol.asyncIterator]()
    const first = await iterator.next().catch(() => ({ done: true as const, value: undefined }))
    if (first.done || first.value.header.name !== 'manifest.json')
      throw new Error('This file is no backup of Ringfence.')
    const manifest = readManifest(await readAll(this.#members.through(first.value)))
    this.#manifest = manifest
    await migrate(this.#db, manifest.migrations.at(-1))
    await this.#checkEmpty()
    const existing = new Set((await listPartitions(this.#db)).map(({ name }) => name))
    for (const { name, from, to } of manifest.partitions) {
      if (!existing.has(name)) await makePartition(this.#db, name, from, to)
    }
    const written: Written[] = []
    try {
      await this.#db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx)
        const constraints = await dropReferences(trx)
        await this.#prepare(trx, manifest)
        for (;;) {
          const { value: entry, done } = await iterator.next()
          if (done) break
          await this.#take(trx, this.#members.through(entry), written)
        }
        this.#checkComplete()
        // The file could have been changed since it was checked.
        if (this.#checked.digests) compare(this.#members, this.#checked.digests)
        await this.#finish(trx, manifest, constraints)
      })
    } catch (error) {
      for (const { backend, key } of written) await backend.remove(key)
      throw (error as Error).message.includes('Unexpected end of data') ? incomplete() : error
    }
    await migrate(this.#db)
    const rows = Object.values(this.#rows).reduce((sum, count) => sum + count, 0)
    const { app_version, created_at } = manifest
    const is_checked = this.#checked.digests !== null
    return {
      keys: this.#keys!,
      secret: this.#secret!,
      rows,
      contents: this.#contents,
      app_version,
      created_at,
      is_checked,
    }
  }

  async #checkEmpty(): Promise<void> {
    const { rows } = await sql`select 1 from ${UserAccount.ref} union all
      select 1 from ${Organisation.ref} limit 1`.execute(this.#db)
    if (rows.length > 0) {
      throw new Error('The database is not empty: restore into a new one, or into an empty DATA_DIR.')
    }
  }

  async #prepare(trx: Kysely<Database>, { tables }: Manifest): Promise<void> {
    // Before the truncation, which the ledger's trigger refuses.
    for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    // Migrations have inserted rows that the backup has, too.
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx)
  }

  async #take(trx: Kysely<Database>, entry: Entry, written: Written[]): Promise<void> {
    const { name } = entry.header
    const [folder, second = ''] = name.split('/')
    if (folder === 'files') {
      written.push(await writeEntry(entry, this.#target.backend, second))
      this.#contents++
      return
    }
    if (folder === 'history') {
      written.push(await this.#writeHistory(trx, entry, name.slice('history/'.length)))
      this.#history++
      return
    }
    const bytes = await readAll(entry)
    if (folder === 'database') await this.#insert(trx, second, bytes)
    else if (name === 'keys/ring.json') this.#keys = JSON.parse(String(bytes))
    else if (name === 'secret') this.#secret = String(bytes)
    else if (name === CLOSING) this.#compare(JSON.parse(String(bytes)))
  }

  async #insert(trx: Kysely<Database>, table: string, bytes: Buffer): Promise<void> {
    const described = this.#manifest!.tables.find(({ name }) => name === table)
    if (!described) throw new Error(`The backup has rows of ${table}, which its list of tables does not name.`)
    const { columns } = described
    const count = await insertRows(trx, bytes, { into: sql.table(table), columns })
    this.#rows[table] = (this.#rows[table] ?? 0) + count
  }

  /** The rows of `event_archive` come before the files: what differs from their digests is not restored. */
  async #writeHistory(trx: Kysely<Database>, entry: Entry, key: string): Promise<Written> {
    const archive = this.#manifest!.tables.find(({ name }) => name === EventArchive.name)
    const has_digests = archive?.columns.some(({ name }) => name === 'block_digests')
    const hasher = new BlockHasher()
    const written = await writeEntry(hashed(entry, hasher), this.#target.history.backend, key)
    const { rows } = has_digests
      ? await sql<Digested>`select organisation_id, day::text as day, block_digests from ${EventArchive.ref}
          where backend_key = ${key}`.execute(trx)
      : { rows: [] }
    const found = hasher.finish()
    const [row] = rows
    if (row && found !== (row.block_digests ?? found)) {
      await written.backend.remove(written.key)
      const { organisation_id, day } = row
      throw new Error(
        `The backup is damaged: its history of organisation ${organisation_id} on ${day} is not what was written. Nothing was restored.`,
      )
    }
    return written
  }

  #compare(end: { rows: Record<string, number>; contents: number; history?: number }): void {
    const wrong = Object.entries(end.rows).find(([table, count]) => (this.#rows[table] ?? 0) !== count)
    // Older releases had no files of history.
    const { contents, history = 0 } = end
    if (wrong || contents !== this.#contents || history !== this.#history) throw incomplete()
    this.#is_complete = true
  }

  #checkComplete(): void {
    if (!this.#is_complete || !this.#keys || !this.#secret) throw incomplete()
  }

  async #finish(trx: Trx, { tables, last_ids, created_at }: Manifest, constraints: Constraint[]): Promise<void> {
    await sql`update ${FileContent.ref} set backend = ${this.#target.backend.name}`.execute(trx)
    const has = (table: { name: string }) => tables.some(({ name }) => name === table.name)
    if (has(EventArchive)) {
      await sql`update ${EventArchive.ref} set backend = ${this.#target.history.backend.name}`.execute(trx)
      // Their files are not in the backup, and its process holds no lease here.
      await sql`truncate ${EventArchiveUnused.ref}, ${EventArchiveLease.ref}`.execute(trx)
    }
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    // A backup of before has no number, and is of installation 0; nor has it files of other installations.
    await continueIds(trx, has(Installation) ? ((await readInstallation(trx)) ?? 0) : 0, last_ids)
    if (has(Installation)) await continueEventsInFiles(trx, this.#target.history)
    if (has(HistoryLink)) {
      await noteInChains(trx, { organisation_ids: null, kind: 'restored', note: { backup_of: created_at } })
    }
    for (const { table, name, definition } of constraints) {
      await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
    }
  }
}

/** Rows come table by table, so references are checked at the end. */
async function dropReferences(trx: Kysely<Database>): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.conparentid = 0
      and c.connamespace = current_schema()::regnamespace order by 1, 2`.execute(trx)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  }
  return rows
}

function readManifest(bytes: Buffer): Manifest {
  const manifest = JSON.parse(String(bytes)) as Manifest
  if (manifest.format !== FORMAT)
    throw new Error(`The backup has format ${manifest.format}, this release reads ${FORMAT}.`)
  const newer = manifest.migrations.find((name) => !(name in migrations))
  if (newer) throw new Error(`The backup is of a newer release (${newer}): restore it with that one.`)
  return manifest
}

async function* hashed(chunks: AsyncIterable<Buffer>, hasher: BlockHasher): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    hasher.update(chunk)
    yield chunk
  }
}

async function writeEntry(entry: AsyncIterable<Buffer>, backend: Backend, name: string): Promise<Written> {
  const writing = await backend.create(name)
  try {
    for await (const chunk of entry) await writing.write([chunk])
    return { backend, key: await writing.finish() }
  } catch (error) {
    await writing.abort()
    throw error
  }
}

const incomplete = () =>
  new Error('The backup is not complete: it was interrupted, or is cut off. Nothing was restored.')

type Constraint = { table: string; name: string; definition: string }
type Digested = { organisation_id: number; day: string; block_digests: string | null }
type Written = { backend: Backend; key: string }
type RestoreTarget = { backend: Backend; history: HistoryStore }
type Restored = {
  keys: Keys
  secret: string
  rows: number
  contents: number
  app_version: string
  created_at: string
  /** Whether the backup has digests, by which its parts were checked. */
  is_checked: boolean
}
