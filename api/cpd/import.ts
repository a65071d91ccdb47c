import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { audit } from '../crud/audit.ts'
import { checkQuotas } from '../crud/quotas.ts'
import type { Resource } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { cpdOrganisation } from './access.ts'
import { devactivity } from './activities/devactivity.ts'
import { procedure } from './procedures/procedure.ts'

const MOST_LINES = 1000
const MOST_FAULTS = 100

const Body = Type.Object(
  {
    kind: Type.Unsafe<Kind>(Type.String({ enum: ['activities', 'procedures'] })),
    csv: Type.String({ maxLength: 3_000_000, description: 'With a header of field names; lists are separated by ;' }),
    /** Checks every line and creates nothing. */
    preview: Type.Optional(Type.Boolean()),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const Fault = Type.Object({ line: Type.Integer(), field: Type.Optional(Type.String()), message: Type.String() })
const Answer = Type.Object({
  lines: Type.Integer(),
  /** Lines that can be created, or were. */
  good: Type.Integer(),
  created: Type.Integer(),
  faults: Type.Array(Fault, { description: `At most ${MOST_FAULTS}` }),
})

const kinds = {
  activities: { resource: devactivity as unknown as Resource },
  procedures: { resource: procedure as unknown as Resource },
}
type Kind = 'activities' | 'procedures'

/** Imports one's own activities or procedures: all lines, or where one is bad none. */
export function addImport(app: TypedApp, context: ApiContext): void {
  app.post('/cpd/import', {
    schema: {
      tags: ['cpd'],
      summary: 'Import your activities or procedures from CSV; with preview only check each line',
      description:
        'The header has the field names of a new row. Lists are separated by semicolons; credits of activities are ' +
        'category codes with hours, such as EA:2;RP:1.5. Lines count from 1, which is the header. If any line is bad, ' +
        'nothing is created.',
      body: Body,
      response: answers({ 200: Answer }),
    },
    async handler(request) {
      return { data: await importRows(context, viewerOf(request), request.body) }
    },
  })
}

async function importRows(context: ApiContext, viewer: Viewer, body: Static<typeof Body>) {
  const { resource } = kinds[body.kind]
  const organisation_id = await cpdOrganisation(context.db, viewer, body.organisation_id)
  const rows = parse(body.csv, resource)
  const validate = validators[body.kind]
  const codes = await categoryCodes(context, organisation_id)
  let faults: Fault[] = []
  try {
    await transact(context, async (trx) => {
      faults = await createRows(trx, viewer, { resource, validate, rows, codes, organisation_id })
      if (faults.length > 0 || body.preview) throw ROLLBACK
      await checkQuotas(trx, viewer, resource.quota ?? {}, organisation_id)
      const about = { organisation_id, entity: resource.name, details: { lines: rows.length } }
      await audit(trx, viewer, `${resource.name}.import`, about)
    })
  } catch (error) {
    if (error !== ROLLBACK) throw error
  }
  const created = faults.length > 0 || body.preview ? 0 : rows.length
  return { lines: rows.length, good: rows.length - faults.length, created, faults: faults.slice(0, MOST_FAULTS) }
}

/** Thrown to end a transaction whose rows were only tried. */
const ROLLBACK = new Error('The lines were only tried.')

/** Tries each line in a savepoint, so that a bad one does not hide the next. */
async function createRows(trx: Trx, viewer: Viewer, of: Tried): Promise<Fault[]> {
  const { resource, validate, rows, codes, organisation_id } = of
  const faults: Fault[] = []
  for (const [i, row] of rows.entries()) {
    await sql`savepoint line`.execute(trx)
    try {
      const values = { ...toBody(row, resource, codes), organisation_id }
      if (!validate(values)) {
        const { instancePath, message } = validate.errors![0]!
        const field = instancePath.split('/')[1] ?? ''
        throw new AppError('bad_request', `${field}: ${message}.`, field)
      }
      await resource.create!.run(trx, viewer, values, undefined)
      await sql`release savepoint line`.execute(trx)
    } catch (error) {
      await sql`rollback to savepoint line`.execute(trx)
      const known = toAppError(error as FastifyError)
      if (!known || known.status >= 500) throw error
      faults.push({ line: i + 2, ...(known.field && { field: known.field }), message: known.message })
    }
  }
  return faults
}

/** @throws {AppError} bad_request for a text that is no CSV, unknown columns, or too many lines */
function parse(csv: string, resource: Resource): Row[] {
  const { data, meta, errors } = Papa.parse<Row>(csv.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes' || type === 'FieldMismatch')
  if (broken) throw new AppError('bad_request', `csv: line ${(broken.row ?? 0) + 2}: ${broken.message}.`, 'csv')
  const known = resource.create!.body.properties
  const unknown = meta.fields?.find((name) => !(name in known))
  if (unknown !== undefined) {
    throw new AppError('bad_request', `csv: there is no column ${unknown.slice(0, 50)}.`, 'csv')
  }
  if (data.length === 0) throw new AppError('bad_request', 'csv: there are no lines below the header.', 'csv')
  if (data.length > MOST_LINES) throw new AppError('bad_request', `csv: give at most ${MOST_LINES} lines.`, 'csv')
  return data
}

/** The fields of a line that are not empty. */
function toBody(row: Row, { create }: Resource, codes: Map<string, number>): Record<string, unknown> {
  const entries = Object.entries(row).filter(([, text]) => text !== undefined && text.trim() !== '')
  return Object.fromEntries(
    entries.map(([name, text]) => {
      if (name === 'credits') return [name, creditsOf(text, codes)]
      const is_list = (create!.body.properties[name] as { type?: string }).type === 'array'
      return [name, is_list ? text.split(';').map((part) => part.trim()) : text.trim()]
    }),
  )
}

function creditsOf(text: string, codes: Map<string, number>) {
  return text.split(';').map((part) => {
    const [code = '', hours = ''] = part.split(':').map((one) => one.trim())
    const devcategory_id = codes.get(code.toLowerCase())
    if (devcategory_id === undefined) {
      throw new AppError('bad_request', `credits: there is no category ${code.slice(0, 50)}.`, 'credits')
    }
    return { devcategory_id, hours: Number(hours) }
  })
}

async function categoryCodes({ db }: ApiContext, organisation_id: number): Promise<Map<string, number>> {
  const categories = await db
    .selectFrom('devcategory')
    .select(['id', 'code'])
    .where('organisation_id', '=', organisation_id)
    .execute()
  return new Map(categories.map(({ id, code }) => [code.toLowerCase(), id]))
}

/** Text of cells becomes numbers and booleans by the schema of a new row. */
const ajv = formats.default(new Ajv({ coerceTypes: true, strict: false }))
const validators: Record<Kind, ValidateFunction> = {
  activities: ajv.compile(devactivity.create!.body),
  procedures: ajv.compile(procedure.create!.body),
}

type Row = Record<string, string>
type Fault = Static<typeof Fault>
type Tried = {
  resource: Resource
  validate: ValidateFunction
  rows: Row[]
  codes: Map<string, number>
  organisation_id: number
}
