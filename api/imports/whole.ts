import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { currentCaller } from '#db/cancelling.ts'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../context.ts'
import { audit } from '../crud/audit.ts'
import type { ImportKind, Wrote } from '../crud/imports/kind.ts'
import type { Table, TableLine } from '../crud/imports/read_table.ts'
import type { How, LineWriter } from '../crud/imports/write_line.ts'
import { narrowTo } from '../crud/resource.ts'
import { transact } from '../crud/transact.ts'
import { AppError, wrong } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import type { ImportAnswer } from './answer.ts'

/** As many as are written in one transaction within some seconds. */
const MOST_LINES = 2000

/**
 * Writes all lines of a file in one transaction, or none where one of them has a fault. A dry run does the same, and rolls
 * it back.
 *
 * @param answer what is known of the file
 */
export async function writeWhole(context: ApiContext, file: WholeFile, answer: ImportAnswer): Promise<ImportAnswer> {
  const { kind, table, how } = file
  const { organisation_id, dry_run } = how
  if (table.lines.length > MOST_LINES) throw wrong('file', `give at most ${MOST_LINES} lines of this kind at once.`)
  await kind.whole!.prepare?.(context.db, organisation_id)
  try {
    await transact(context, async (trx) => {
      // The same file, sent twice at a time, adds nothing the second time.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${organisation_id}`}, 0))`.execute(trx)
      for (const line of table.lines) {
        if (currentCaller()?.aborted) throw new AppError('unavailable')
        await writeLine(trx, file, line, answer)
      }
      const viewer = narrowTo(kind.resource, how.viewer, 'write')
      await kind.whole!.finish?.(trx, { viewer, organisation_id, created: answer.created })
      if (dry_run || answer.faults.length > 0) throw new NotKept()
      const { created, updated } = answer
      const about = { organisation_id, entity: kind.resource.name, details: { created, updated } }
      const [noun] = kind.resource.name.split('/').slice(-1)
      if (created + updated > 0) await audit(trx, viewer, `${noun}.import`, about)
    })
  } catch (error) {
    if (!(error instanceof NotKept)) throw error
    answer.rows = []
    // What one line refuses, nothing is written of.
    if (!dry_run) Object.assign(answer, { created: 0, updated: 0, same: 0, sums: [] })
  }
  return answer
}

/** A line that is refused leaves nothing, so that the lines after it are checked, too. */
async function writeLine(trx: Trx, { kind, writer }: WholeFile, line: TableLine, answer: ImportAnswer): Promise<void> {
  await sql`savepoint import_line`.execute(trx)
  try {
    const values = writer.values(line)
    const wrote = await writer.write(trx, values)
    answer[wrote.is]++
    if (wrote.is !== 'same') {
      addSum(answer, wrote)
      const { id, is, before, shown_once, what } = wrote
      const key = kind.key.flatMap((name) => values[name] ?? []).join(', ')
      const modified_at = await versionOf(trx, kind, id, what)
      answer.rows.push({ line: line.number, id, key, is, modified_at, before, shown_once, ...(what && { what }) })
    }
    await sql`release savepoint import_line`.execute(trx)
  } catch (error) {
    const refusal = toAppError(error as FastifyError)
    if (!refusal || refusal.code === 'unavailable') throw error
    await sql`rollback to savepoint import_line`.execute(trx)
    const { field, message } = refusal
    answer.faults.push({ line: line.number, ...(field && { field }), message })
  }
}

/** When the row was changed last, so that an undo leaves what was changed since. */
async function versionOf(trx: Trx, { resource }: ImportKind, id: number, what: string | undefined) {
  if (what) return new Date().toISOString()
  const { rows } = await sql<{ at: Date | string }>`
    select modified_at as at from ${sql.table(resource.table)} where id = ${id}`.execute(trx)
  return new Date(rows[0]!.at).toISOString()
}

function addSum({ sums }: ImportAnswer, { sum }: Wrote): void {
  if (!sum) return
  const known = sums.find(({ what, currency }) => what === sum.what && currency === sum.currency)
  if (known) known.amount += sum.amount
  else sums.push({ ...sum })
}

/** Thrown to roll back. */
class NotKept extends Error {}

type WholeFile = { kind: ImportKind; table: Table; writer: LineWriter; how: How }
