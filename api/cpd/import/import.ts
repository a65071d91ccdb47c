import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { toAppError } from '../../http/failures.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { cpdOrganisation } from '../access.ts'
import type { DateOrder } from './cells.ts'
import type { Importer, ImportRequest } from './importer.ts'
import { people } from './people.ts'
import { MOST_LINES, readCsv } from './read_csv.ts'
import { activities, procedures } from './records.ts'

const MOST_FAULTS = 100

const importers = { activities, procedures, people }
type Kind = keyof typeof importers

const Body = Type.Object(
  {
    kind: Type.Unsafe<Kind>(Type.String({ enum: Object.keys(importers) })),
    csv: Type.String({ maxLength: 3_000_000, description: 'With a header of field names; lists are separated by ;' }),
    /** Checks every line and creates nothing. */
    preview: Type.Optional(Type.Boolean()),
    /** Leaves out bad lines and creates the others; without it one bad line keeps all out. */
    skip_bad: Type.Optional(Type.Boolean()),
    date_order: Type.Optional(
      Type.Unsafe<DateOrder>(
        Type.String({ enum: ['dmy', 'mdy'], description: 'Of days such as 31/12/2026; dmy by default' }),
      ),
    ),
    first_line: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 1_000_000, description: 'Number of the first line in a file sent in parts' }),
    ),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const Fault = Type.Object({ line: Type.Integer(), field: Type.Optional(Type.String()), message: Type.String() })
const Answer = Type.Object({
  lines: Type.Integer(),
  /** Lines that can be created, or were; with those that exist. */
  good: Type.Integer(),
  created: Type.Integer(),
  /** Lines that an earlier import has created, by their `client_key`, and people who are members. */
  existing: Type.Integer(),
  faults: Type.Array(Fault, { description: `At most ${MOST_FAULTS}` }),
})

/** Imports one's own activities or procedures, or people of an organisation. */
export function addImport(app: TypedApp, context: ApiContext): void {
  app.post('/cpd/import', {
    schema: {
      tags: ['cpd'],
      summary: 'Import your activities or procedures, or people, from CSV; with preview only check each line',
      description:
        'The header has the field names of a new row, separated by commas, semicolons or tabs. Lists are separated by ' +
        'semicolons; credits of activities are category codes with hours, such as EA:2;RP:1.5. Days are 2026-12-31 or ' +
        '31/12/2026. A client_key (UUID) for each line makes a repeated import create it once. People have email, ' +
        `${people.columns.filter((name) => name !== 'email').join(', ')}; only administrators import them, and each new ` +
        `address is mailed a link. At most ${MOST_LINES} lines; a longer file is sent in parts. Lines count from 1, ` +
        'which is the header. If any line is bad, nothing is created, unless skip_bad is set.',
      body: Body,
      response: answers({ 200: Answer }),
    },
    async handler(request) {
      return { data: await importLines(context, viewerOf(request), request.body) }
    },
  })
}

async function importLines(context: ApiContext, viewer: Viewer, body: Static<typeof Body>) {
  const { kind, preview = false, skip_bad = false, first_line = 2, date_order = 'dmy' } = body
  const importer: Importer = importers[kind]
  const organisation_id = await cpdOrganisation(context.db, viewer, body.organisation_id)
  const lines = readCsv(body.csv, importer.columns)
  const request = { viewer, organisation_id, date_order, lines }
  await importer.prepare?.(context, { ...request, commits: !preview })
  let tried: Tried = { created: 0, existing: 0, faults: [] }
  try {
    await transact(context, async (trx) => {
      tried = await tryLines(trx, importer, { ...request, preview, first_line })
      await checkQuotas(trx, viewer, importer.quota, organisation_id)
      if (preview || (tried.faults.length > 0 && !skip_bad)) throw ROLLBACK
      const { created, faults } = tried
      const details = { lines: lines.length, created, faults: faults.length }
      await audit(trx, viewer, `${importer.resource}.import`, { organisation_id, entity: importer.resource, details })
    })
  } catch (error) {
    if (error !== ROLLBACK) throw error
  }
  const { created, existing, faults } = tried
  const none = preview || (faults.length > 0 && !skip_bad)
  return {
    lines: lines.length,
    good: created + existing,
    created: none ? 0 : created,
    existing,
    faults: faults.slice(0, MOST_FAULTS),
  }
}

/** Thrown to end a transaction whose rows were only tried. */
const ROLLBACK = new Error('The lines were only tried.')

/** Tries each line in a savepoint, so that a bad one does not hide the next. */
async function tryLines(
  trx: Trx,
  importer: Importer,
  { first_line, ...request }: ImportRequest & { preview: boolean; first_line: number },
): Promise<Tried> {
  const tried: Tried = { created: 0, existing: 0, faults: [] }
  const importLine = await importer.begin(trx, request)
  for (const [i, line] of request.lines.entries()) {
    await sql`savepoint line`.execute(trx)
    try {
      tried[await importLine(line, i + first_line)]++
      await sql`release savepoint line`.execute(trx)
    } catch (error) {
      await sql`rollback to savepoint line`.execute(trx)
      const known = toAppError(error as FastifyError)
      if (!known || known.status >= 500) throw error
      tried.faults.push({ line: i + first_line, ...(known.field && { field: known.field }), message: known.message })
    }
  }
  return tried
}

type Fault = Static<typeof Fault>
type Tried = { created: number; existing: number; faults: Fault[] }
