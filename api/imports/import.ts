import { hash } from 'node:crypto'
import type { FastifyError, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { currentCaller } from '#db/cancelling.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { organisationFor } from '../crud/belonging.ts'
import { countConflicts } from '../crud/conflicts.ts'
import { show } from '../crud/crud.ts'
import { belowTitle, guess } from '../crud/imports/columns.ts'
import { type ImportKind, type SpeedUnit, speedUnits, type Wrote } from '../crud/imports/kind.ts'
import { MOST_COLUMNS, MOST_LINES, readTable, type Table } from '../crud/imports/read_table.ts'
import { LineWriter } from '../crud/imports/write_line.ts'
import { checkMay } from '../crud/roles/may.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import { makeFairLimiter } from '../http/fair_limiter.ts'
import { Answer } from './answer.ts'
import { kindOf } from './kinds.ts'
import { writeWhole } from './whole.ts'

const MOST_BYTES = 2_000_000
const SAMPLES = 3
const KEPT_TABLES = 3
/** A request ends after this long at the next line: the client continues from there, and shows how far it is. */
const PART_MS = 2_500
/** Bytes of the answer of a part stay small, too. */
const PART_LINES = 200
/** Of a check, which answers less, and of which small files are one part on any machine. */
const CHECKED_LINES = 1000
const CHECK_MS = 20_000

const Body = Type.Object(
  {
    kind: Type.String({ maxLength: 50, description: 'The resource that lines become rows of, such as tracker' }),
    file: Type.String({
      minLength: 1,
      maxLength: Math.ceil(MOST_BYTES / 3) * 4,
      contentEncoding: 'base64',
      description: `The bytes of a CSV or XLSX file in base64, at most ${MOST_BYTES} bytes and ${MOST_LINES} lines`,
    }),
    mapping: Type.Optional(
      Type.Array(Nullable(Type.String({ maxLength: 50 })), {
        maxItems: MOST_COLUMNS,
        description: 'What each column of the file is, null to leave it out; guessed by the header without it',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Checks every line, and writes nothing' })),
    updates: Type.Optional(Type.Boolean({ description: 'Whether rows that exist are updated; true by default' })),
    creates_missing: Type.Optional(
      Type.Boolean({ description: 'Whether rows that lines name are created, such as groups; false by default' }),
    ),
    speed_unit: Type.Optional(
      Type.Unsafe<SpeedUnit>(
        Type.String({ enum: Object.keys(speedUnits), description: 'Of speeds without a unit; km/h by default' }),
      ),
    ),
    date_order: Type.Optional(Type.Unsafe<'dmy' | 'mdy'>(Type.String({ enum: ['dmy', 'mdy'] }))),
    from: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_LINES, description: 'The `next` of the answer before; 0 by default' }),
    ),
    planned: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_LINES,
        description: 'In a dry run: `created` of the parts before, for which there must be room, too',
      }),
    ),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
/** Writing lines takes the database some time: others of the same person wait. */
const limiter = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })

export const importFile = defineAction({
  method: 'POST',
  path: 'import',
  tags: ['imports'],
  summary: 'Create or update many rows from a CSV or XLSX file',
  description:
    'Each line is created or refused by itself, as a request of its own would be; the row that it is about is found by ' +
    'its key, such as the number of a tracker, and updated. Empty cells leave values as they are. The same file again ' +
    'writes nothing twice. A dry run answers faults by line. Both work in parts: ask again with `from` set to `next` ' +
    'until that is null. Secrets of new rows, such as device tokens, are in `rows` once, and kept nowhere. `rows` are what ' +
    'POST import/undo takes. Contacts, memberships and invoices are written in one part, all of a file or nothing.',
  body: Body,
  answer: Answer,
  status: 200,
  run: ({ context, viewer, body, request }) =>
    limiter(String(viewer.user_id), () => inBackground(() => importLines(context, viewer, body, request))),
})

async function importLines(
  context: ApiContext,
  viewer: Viewer,
  body: Static<typeof Body>,
  request: FastifyRequest,
): Promise<Static<typeof Answer>> {
  const { dry_run = false, updates = true, creates_missing = false, speed_unit = 'km/h', date_order = 'dmy' } = body
  const { from = 0, planned = 0 } = body
  const organisation_id = organisationFor(viewer, body.organisation_id)
  const { kind, conflicts } = kindOf(body.kind, viewer, organisation_id)
  checkMay(kind.resource, viewer, organisation_id)
  if (kind.resource.lasting?.includes('create')) checkNotImpersonating(viewer)
  const table = belowTitle(kind, tableOf(body.file))
  const mapping = mappingOf(kind, table, body.mapping)
  const how = { viewer, organisation_id, dry_run, updates, creates_missing, speed_unit, date_order, planned }
  const writer = new LineWriter(kind, table.header, mapping, how)
  const answer: Static<typeof Answer> = {
    columns: columnsOf(table, mapping),
    fields: Object.entries(kind.columns).map(([name, { required = false }]) => ({ name, required })),
    lines: table.lines.length,
    created: 0,
    updated: 0,
    same: 0,
    faults: [],
    rows: [],
    next: null,
    sums: [],
  }
  const missing = answer.fields.filter(({ name, required }) => required && !mapping.includes(name))
  if (missing.length > 0) {
    if (!dry_run) throw wrong('mapping', `${missing[0]!.name} is missing.`)
    return answer
  }
  if (kind.whole) return writeWhole(context, { kind, table, writer, how }, answer)
  const began = Date.now()
  for (const [i, line] of table.lines.entries()) {
    const done = i - from
    const [most, most_ms] = dry_run ? [CHECKED_LINES, CHECK_MS] : [PART_LINES, PART_MS]
    const is_enough = done >= most || (done > 0 && Date.now() - began > most_ms)
    if (is_enough || currentCaller()?.aborted) {
      answer.next = i
      break
    }
    try {
      // Of lines before, too: their keys may come again.
      const values = writer.values(line)
      if (i < from) continue
      const asking = { viewer, ip: request.ip, body: { organisation_id } }
      const { before, shown_once, is, id } = await countConflicts(context.db, asking, conflicts, values, () =>
        writeOne(context, writer, values, dry_run),
      )
      answer[is]++
      if (dry_run || is === 'same') continue
      const { modified_at = null } = (await show(context, kind.resource, viewer, id)) as { modified_at?: string }
      const key = kind.key.flatMap((name) => values[name] ?? []).join(', ')
      answer.rows.push({ line: line.number, id, key, is, modified_at, before, shown_once })
    } catch (error) {
      const refusal = toAppError(error as FastifyError)
      // What was written before has to be answered: tokens are shown only now.
      if (!refusal && answer.rows.length === 0) throw error
      if (!refusal) context.log.error({ err: error }, 'a line of an import failed')
      const { field, message, code } = refusal ?? new AppError('internal')
      if (i < from) continue
      // Nothing is wrong with the line: the client may ask again, or stop here.
      if (code === 'too_many_requests' || code === 'unavailable') {
        answer.next = i
        break
      }
      answer.faults.push({ line: line.number, ...(field && { field }), message })
    }
  }
  return answer
}

/** Tables of the files that are being imported: each part of a file sends it again. */
const tables = new Map<string, Table>()

function tableOf(file: string): Table {
  const key = hash('sha256', file)
  const table = tables.get(key) ?? readTable(Buffer.from(file, 'base64'))
  tables.delete(key)
  tables.set(key, table)
  if (tables.size > KEPT_TABLES) tables.delete(tables.keys().next().value!)
  return table
}

/** Writes a line, or finds that it could be written. */
async function writeOne(context: ApiContext, writer: LineWriter, values: Record<string, string>, dry_run: boolean) {
  let wrote: Wrote | null = null
  try {
    return await transact(context, async (trx) => {
      wrote = await writer.write(trx, values)
      if (dry_run) throw new DryRun()
      return wrote
    })
  } catch (error) {
    if (error instanceof DryRun) return wrote!
    throw error
  }
}

/** Thrown to roll back. */
class DryRun extends Error {}

function mappingOf(kind: ImportKind, { header }: Table, mapping: (string | null)[] | undefined): (string | null)[] {
  if (!mapping) return guess(kind, header)
  const unknown = mapping.find((name) => name !== null && !Object.hasOwn(kind.columns, name))
  if (unknown != null) throw wrong('mapping', `there is no column ${unknown}.`)
  const named = mapping.filter((name) => name !== null)
  if (new Set(named).size < named.length) throw wrong('mapping', 'two columns are the same.')
  return mapping
}

const columnsOf = ({ header, lines }: Table, mapping: (string | null)[]) =>
  header.map((name, i) => ({
    name,
    samples: lines.flatMap(({ cells }) => cells[i]?.slice(0, 60) || []).slice(0, SAMPLES),
    field: mapping[i] ?? null,
  }))
