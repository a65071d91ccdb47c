import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Pack } from 'tar-stream'
import type { ContentStore } from '../contents/store.ts'
import type { HistoryStore } from '../history/store.ts'
import { readInstallation } from '../ids/installation.ts'
import { type Database, Organisation } from '../tables/index.ts'
import { listFiles, writeFiles } from '../tar/files.ts'
import { type MemberTar, streamTar, writeEnd, writeEntry } from '../tar/members.ts'
import { atOneMoment, describeDatabase } from '../tar/moment.ts'
import { writeRows } from '../tar/rows.ts'
import { FORMAT, KIND, type Manifest, type Move, MoveError } from './format.ts'
import { accountTables, type Declared, movedTables, rowsOf } from './plan.ts'
import { expectReceipt, newMove, receiptOf } from './receipt.ts'
import { Secrets } from './sealed.ts'
import { accountsOf } from './users.ts'

/**
 * Writes an organisation as a tar: its rows as of one moment, the accounts of its people, and the contents of its files.
 * Secrets are in plain in it, so it is encrypted before it is written to a disk.
 *
 * @param on_progress called after each table and content
 * @returns the tar, as a stream; an error destroys it
 * @throws {MoveError} by the stream
 */
export function exportOrganisation(db: Kysely<Database>, source: ExportSource): Pack {
  return streamTar((tar) => write(tar, db, source))
}

async function write(tar: MemberTar, db: Kysely<Database>, source: ExportSource): Promise<void> {
  const { contents, history, organisation_id, on_progress = () => {} } = source
  const secrets = new Secrets(contents.keys)
  const move = newMove()
  const { rows, files } = await atOneMoment(db, async (trx) => {
    const tables = [...accountTables, ...(await movedTables(trx))]
    const manifest = await manifestOf(trx, { organisation_id, move, tables })
    await writeEntry(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
    const rows: Record<string, number> = {}
    for (const [i, table] of tables.entries()) {
      const { name, columns } = manifest.tables[i]!
      const where = table.moves?.with_accounts
        ? await accountsOf(trx, table, organisation_id)
        : rowsOf(table, organisation_id)
      rows[name] = await writeRows(tar, trx, {
        table: name,
        columns,
        where,
        transform: secrets.opening(table, columns),
      })
      on_progress({ table: name, rows: rows[name] })
    }
    return { rows, files: await listFiles(trx, sql`organisation_id = ${organisation_id}`) }
  })
  await writeFiles(tar, db, { stores: { contents, history }, files, onFile: on_progress })
  const counts = { rows, contents: files.contents.length, history: files.days.length }
  // Before the end of the file: no import of it can give a receipt that is not known here.
  await expectReceipt(db, organisation_id, receiptOf(move, { organisation_id, ...counts }))
  await writeEnd(tar, counts)
  if (secrets.lost > 0) on_progress({ lost: secrets.lost })
}

async function manifestOf(trx: Kysely<Database>, { organisation_id, move, tables }: Described): Promise<Manifest> {
  const organisation = await trx
    .selectFrom(Organisation.name)
    .select(['id', 'name'])
    .where('id', '=', organisation_id)
    .executeTakeFirst()
  if (!organisation) throw new MoveError(`There is no organisation ${organisation_id}.`)
  const described = await describeDatabase(
    trx,
    tables.map(({ name }) => name),
  )
  const installation = (await readInstallation(trx)) ?? 0
  return { format: FORMAT, kind: KIND, installation, organisation, move, ...described }
}

type Described = { organisation_id: number; move: Move; tables: Declared[] }
export type Progress =
  | { table: string; rows: number }
  | { contents: number; of: number }
  /** Files of closed days. */
  | { days: number; of: number }
  /** Secrets that could not be opened, and are left out. */
  | { lost: number }
export type ExportSource = {
  contents: ContentStore
  history: HistoryStore
  organisation_id: number
  on_progress?: (progress: Progress) => void
}
