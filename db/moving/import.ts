import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { DamagedContent } from '../contents/frames.ts'
import type { ContentStore } from '../contents/store.ts'
import { constraintOf, sqlstateOf } from '../errors.ts'
import { noteInChains } from '../history/chain/append.ts'
import { DamagedHistory } from '../history/errors.ts'
import type { HistoryStore } from '../history/store.ts'
import { AuditLog, type Database, EventArchive, FileContent, Organisation, UserAccount } from '../tables/index.ts'
import { type Column, columnsOf } from '../tar/columns.ts'
import { CLOSING, type ClosingRecord, DamagedMember, type Entry, MemberDigests, readClosing } from '../tar/digests.ts'
import { entriesOf } from '../tar/members.ts'
import { migrationsOf } from '../tar/moment.ts'
import { insertRows } from '../tar/rows.ts'
import { mapBuiltIn } from './built_in.ts'
import { checkFree, checkIds, checkReferences, checkStaged } from './checks.ts'
import type { Progress } from './export.ts'
import { ImportedFiles } from './files.ts'
import { FORMAT, KIND, type Manifest, MoveError } from './format.ts'
import { insertAll } from './insert.ts'
import { accountTables, type Declared, movedTables, stage, stageOf } from './plan.ts'
import { keepReceipt, receiptOf } from './receipt.ts'
import { Secrets } from './sealed.ts'
import { insertAccounts, mapAccounts } from './users.ts'

/**
 * Imports an exported organisation: all of it or nothing. Rows are read into temporary tables first, which an
 * interruption takes with it; one transaction then checks them and writes them. The server may be running.
 *
 * Nothing in the file is trusted: its rows refer to each other only, its ids are not of others, and its accounts gain
 * nothing outside of the organisation.
 *
 * @param trust whether the file is of an installation of the same operator: what is proved and lifted there counts here
 * @throws {MoveError} with sentences for people
 */
export async function importOrganisation(db: Kysely<Database>, tar: Readable, target: ImportTarget): Promise<Imported> {
  // At once: an entry that comes before its reader is lost.
  const iterator = entriesOf(tar)[Symbol.asyncIterator]()
  try {
    return await db.connection().execute(async (connection) => {
      const importing = new Importing(connection, target)
      try {
        return await importing.run(iterator)
      } finally {
        await importing.dropStages()
      }
    })
  } catch (error) {
    throw explain(error)
  } finally {
    tar.destroy()
  }
}

class Importing {
  readonly #db: Kysely<Database>
  readonly #target: ImportTarget
  readonly #secrets: Secrets
  #manifest!: Manifest
  #staged: string[] = []
  #tables: Declared[] = []
  #columns = new Map<string, Column[]>()
  readonly #members = new MemberDigests()
  #rows: Record<string, number> = {}
  #files!: ImportedFiles
  #is_complete = false

  constructor(db: Kysely<Database>, target: ImportTarget) {
    this.#db = db
    this.#target = target
    this.#secrets = new Secrets(target.contents.keys)
  }

  async run(iterator: AsyncIterator<Entry>): Promise<Imported> {
    await sql`set statement_timeout = 0`.execute(this.#db)
    const first = await iterator.next()
    if (first.done || first.value.header.name !== 'manifest.json') throw new MoveError(NO_EXPORT)
    this.#manifest = await this.#readManifest(await readAll(this.#members.through(first.value), MANIFEST_BYTES))
    await checkFree(this.#db, this.#manifest.organisation)
    await this.#makeStages()
    const { contents, history, on_progress = () => {} } = this.#target
    const organisation_id = this.#manifest.organisation.id
    this.#files = new ImportedFiles(this.#db, { contents, history, organisation_id, on_progress })
    try {
      for (;;) {
        const { value: entry, done } = await iterator.next()
        if (done) break
        if (this.#is_complete) throw new MoveError(NO_EXPORT)
        await this.#take(this.#members.through(entry))
      }
      if (!this.#is_complete) throw incomplete()
      const { contents, days: history } = this.#files
      const receipt = receiptOf(this.#manifest.move, { organisation_id, rows: this.#rows, contents, history })
      const accounts = await this.#db.transaction().execute((trx) => this.#write(trx, receipt))
      const rows = Object.values(this.#rows).reduce((sum, count) => sum + count, 0)
      return { organisation: this.#manifest.organisation, rows, accounts, contents, receipt }
    } catch (error) {
      await this.#files.removeAll()
      throw error
    }
  }

  async dropStages(): Promise<void> {
    for (const name of ['moving_user', ...this.#staged]) {
      await sql`drop table if exists pg_temp.${sql.ref(name)}`.execute(this.#db)
    }
    await sql`reset statement_timeout`.execute(this.#db)
  }

  async #readManifest(bytes: Buffer): Promise<Manifest> {
    const manifest = parseManifest(bytes)
    const here = await migrationsOf(this.#db)
    const last = (names: string[]) => names.at(-1) ?? 'none'
    if (here.join() !== manifest.migrations.join()) {
      throw new MoveError(
        `The file is of release ${manifest.app_version} (${last(manifest.migrations)}), this installation is at ` +
          `${last(here)}: bring both to the same release, and export again.`,
      )
    }
    return manifest
  }

  async #makeStages(): Promise<void> {
    this.#tables = [...accountTables, ...(await movedTables(this.#db))]
    const given = new Map(this.#manifest.tables.map(({ name, columns }) => [name, columns]))
    if (given.size !== this.#tables.length || this.#tables.some(({ name }) => !given.has(name))) {
      throw new MoveError('The file has other tables than this release.')
    }
    for (const table of this.#tables) {
      const { name } = table
      const here = await columnsOf(this.#db, name)
      const listed = (columns: Pick<Column, 'name' | 'type'>[]) =>
        columns.map((one) => `${one.name} ${one.type}`).join()
      if (listed(here) !== listed(given.get(name)!)) {
        throw new MoveError(`The file has other columns of ${name} than this release.`)
      }
      this.#columns.set(name, here)
      await sql`drop table if exists pg_temp.${stage(table)}`.execute(this.#db)
      await sql`create temp table ${stage(table)} as
        select ${sql.join(here.map((column) => sql.ref(column.name)))} from ${table.ref} with no data`.execute(this.#db)
      this.#staged.push(stageOf(table))
    }
  }

  async #take(entry: Entry): Promise<void> {
    const [folder, second = ''] = entry.header.name.split('/')
    if (folder === 'files') return this.#files.takeContent(second, entry)
    if (folder === 'history') return this.#files.takeDay(entry.header.name.slice('history/'.length), entry)
    const bytes = await readAll(entry, PART_BYTES)
    if (folder === 'database') await this.#stage(second, bytes)
    else if (entry.header.name === CLOSING) this.#compare(readClosing(bytes))
    else throw new MoveError(NO_EXPORT)
  }

  async #stage(name: string, bytes: Buffer): Promise<void> {
    const table = this.#tables.find((one) => one.name === name)
    if (!table) throw new MoveError(`The file has rows of ${name}, which do not move.`)
    const columns = this.#columns.get(name)!
    const transform = this.#secrets.sealing(table, columns)
    const count = await insertRows(this.#db, bytes, { into: stage(table), columns, transform, most: PLAIN_BYTES })
    this.#rows[name] = (this.#rows[name] ?? 0) + count
    this.#target.on_progress?.({ table: name, rows: this.#rows[name] })
  }

  #compare(end: ClosingRecord): void {
    const wrong = Object.entries(end.rows).find(([table, count]) => (this.#rows[table] ?? 0) !== count)
    const { contents, days } = this.#files
    const rowsOf = ({ name }: { name: string }) => this.#rows[name] ?? 0
    if (wrong || end.contents !== contents || rowsOf(FileContent) !== contents) throw incomplete()
    if (end.history !== days || rowsOf(EventArchive) !== days || !end.digests) throw incomplete()
    this.#members.compare(end.digests)
    this.#is_complete = true
  }

  /** @returns how many accounts are new here */
  async #write(trx: Kysely<Database>, receipt: string): Promise<number> {
    const { trust } = this.#target
    const { organisation, installation, move } = this.#manifest
    // One import at a time: the checks of two would not see each other's rows.
    await sql`select pg_advisory_xact_lock(hashtext('ringfence import'))`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    await checkFree(trx, organisation)
    await checkStaged(trx, organisation.id)
    await mapBuiltIn(trx)
    await checkIds(trx)
    await checkReferences(trx, organisation.id)
    await mapAccounts(trx, trust)
    const accounts = await insertAccounts(trx, trust)
    await this.#sealAgain(trx)
    await insertAll(trx, { trust, columns: this.#columns })
    await this.#files.keep(trx)
    await noteInChains(trx, { organisation_ids: [organisation.id], kind: 'moved', note: { installation } })
    await keepReceipt(trx, { organisation_id: organisation.id, move_id: move.id, installation, receipt })
    await sql`insert into ${AuditLog.ref} (organisation_id, action, entity, entity_id, details)
      values (${organisation.id}, 'organisation.import', ${Organisation.name}, ${organisation.id},
        ${JSON.stringify({ installation })}::jsonb)`.execute(trx)
    return accounts
  }

  /** The secret of a second factor is sealed for the id of its account, which is another one here. */
  async #sealAgain(trx: Kysely<Database>): Promise<void> {
    const { rows } = await sql<{ id: number; new_id: number; totp_secret: string }>`
      select m.id, m.new_id, u.totp_secret from moving_user m join ${UserAccount.ref} u on u.id = m.new_id
      where m.new_id <> m.id and not m.matched and u.totp_secret is not null`.execute(trx)
    for (const { id, new_id, totp_secret } of rows) {
      const sealed = this.#secrets.sealedFor(totp_secret, { from: id, to: new_id })
      await sql`update ${UserAccount.ref} set totp_secret = ${sealed} where id = ${new_id}`.execute(trx)
    }
  }
}

function parseManifest(bytes: Buffer): Manifest {
  let manifest: Manifest
  try {
    manifest = JSON.parse(String(bytes)) as Manifest
  } catch {
    throw new MoveError(NO_EXPORT)
  }
  if (manifest.kind !== KIND) throw new MoveError(NO_EXPORT)
  if (manifest.format !== FORMAT) {
    throw new MoveError(`The file has format ${manifest.format}, this release reads ${FORMAT}.`)
  }
  const { organisation, installation, migrations, move, tables } = manifest
  if (!Number.isSafeInteger(organisation?.id) || organisation.id < 1 || typeof organisation.name !== 'string') {
    throw new MoveError(NO_EXPORT)
  }
  if (!Number.isSafeInteger(installation) || !UUID.test(move?.id) || typeof move.key !== 'string') {
    throw new MoveError(NO_EXPORT)
  }
  if (!Array.isArray(migrations) || !Array.isArray(tables)) throw new MoveError(NO_EXPORT)
  return manifest
}

async function readAll(entry: Entry, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of entry) {
    size += part.length
    if (size > most) throw new MoveError('The file has a part that is larger than any that is written.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** What the database refuses in rows of the file is a fault of the file. */
function explain(error: unknown): Error {
  const { message, table } = error as Error & { table?: string }
  if (error instanceof MoveError) return error
  if (error instanceof DamagedMember) return new MoveError(`The file is damaged: ${error.message}`)
  if (message?.includes('Unexpected end of data') || message?.includes('Invalid tar header')) return incomplete()
  // Unreadable rows are reported before digests are compared.
  if ((error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR' || error instanceof SyntaxError) {
    return new MoveError(`The file is damaged: its rows cannot be read (${message}).`)
  }
  if (error instanceof DamagedHistory) return new MoveError(`The file has a day that is damaged (${error.day}).`)
  if (error instanceof DamagedContent) return new MoveError('The file has a content that is damaged.')
  if (/^(22|23|42804)/.test(sqlstateOf(error) ?? '')) {
    const where = [table, constraintOf(error)].filter(Boolean).join(', ')
    return new MoveError(`The file has a row that is refused here${where ? ` (${where})` : ''}: ${message}.`)
  }
  return error as Error
}

const NO_EXPORT = 'This file is no exported organisation.'
const incomplete = () =>
  new MoveError('The file is not complete: it was interrupted, or is cut off. Nothing was imported.')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MANIFEST_BYTES = 4 * 1024 * 1024
/** Of an entry with rows, compressed and not: the largest row is below 64 MiB. */
const PART_BYTES = 128 * 1024 * 1024
const PLAIN_BYTES = 256 * 1024 * 1024

export type ImportTarget = {
  contents: ContentStore
  history: HistoryStore
  trust: boolean
  on_progress?: (progress: Progress) => void
}
export type Imported = {
  organisation: { id: number; name: string }
  rows: number
  /** Accounts that are new here. */
  accounts: number
  contents: number
  /** Proves at the other installation that all of its file is here. */
  receipt: string
}
