import type { TSchema } from 'typebox'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { digitsColumn } from '../csv.ts'
import type { Resource } from '../resource.ts'
import type { Viewer } from '../viewer.ts'
import type { Sheet } from './layout.ts'
import type { Measure, Value } from './measures.ts'
import { makeSheet } from './sheets.ts'

/** Rows of a list in a spreadsheet, at most: it is made in memory. */
const MAX_ROWS = 20_000

/**
 * All rows of a list as XLSX: what its schema says of a field decides what its cells are. Times are local ones of the
 * organisation that the list is asked of, or of the viewer’s first.
 *
 * @throws {AppError} not_possible for a longer list; as `PdfWorkers.make` does
 */
export async function listToXlsx(
  db: Db,
  resource: Pick<Resource, 'row' | 'csv' | 'plural'>,
  rows: AsyncIterable<Record<string, unknown>>,
  { viewer, organisation_id = viewer.memberships[0]?.organisation_id ?? 0 }: Reader,
): Promise<Buffer> {
  const { row, csv = {}, plural } = resource
  const fields = Object.entries(row.properties).map(([name, schema]) => ({
    name,
    measure: measureOf(name, schema),
    digits: digitsColumn(schema),
  }))
  const lines: Value[][] = []
  for await (const one of rows) {
    if (lines.length === MAX_ROWS) {
      throw new AppError(
        'not_possible',
        `This list has more than the ${MAX_ROWS} rows that an XLSX may have. Filter it, or take CSV, which holds all.`,
      )
    }
    const cells = fields.map(({ name, measure, digits }) => cellOf(one[name], measure, Number(one[digits] ?? 2)))
    lines.push([...cells, ...Object.values(csv).map((of) => of(one))])
  }
  const columns = [
    ...fields.map(({ name, measure }) => ({ title: titleOf(name, measure), measure })),
    ...Object.keys(csv).map((name) => ({ title: titleOf(name, 'text'), measure: 'text' as const })),
  ]
  const place = await placeOf(db, organisation_id)
  const sheet: Sheet = { title: titleOf(plural, 'text'), columns, rows: lines, totals: null, ...place }
  return makeSheet(sheet, { user_id: viewer.user_id, organisation_id })
}

async function placeOf(db: Db, organisation_id: number): Promise<Pick<Sheet, 'units' | 'timezone'>> {
  const found = await db
    .selectFrom('organisation')
    .leftJoin('organisation_config', 'organisation_config.organisation_id', 'organisation.id')
    .select(['organisation.timezone', 'organisation_config.units'])
    .where('organisation.id', '=', organisation_id)
    .executeTakeFirst()
  return { timezone: found?.timezone ?? 'UTC', units: found?.units ?? 'metric' }
}

/** By the names and formats that all tables use: `_at`, `_m`, `_s`, `x-measure`. */
function measureOf(name: string, schema: TSchema): Measure {
  const { type, format, anyOf = [], 'x-measure': measure } = schema as Field
  const inner = anyOf.find((one) => one.type !== 'null')
  if (inner) return measureOf(name, { 'x-measure': measure, ...inner } as TSchema)
  if (format === 'date-time') return 'moment'
  if (format === 'date') return 'day'
  if (type !== 'number' && type !== 'integer') return 'text'
  if (measure === 'money') return 'money'
  if (measure === 'speed' || /(^|_)speed(_limit)?$/.test(name)) return 'speed'
  if (measure === 'distance' || name.endsWith('_m')) return 'distance'
  if (name.endsWith('_s')) return 'duration'
  return type === 'integer' && !/(^|_)id$/.test(name) ? 'count' : 'number'
}

function cellOf(value: unknown, measure: Measure, digits: number): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return measure === 'money' ? value / 10 ** digits : value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  const is_plain = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return is_plain ? value.join(', ') : JSON.stringify(value)
}

/** `begin_place` is Begin place; units stand in the head. */
function titleOf(name: string, measure: Measure): string {
  const bare = measure === 'distance' || measure === 'duration' ? name.replace(/_(m|s)$/, '') : name
  const words = bare.replace(/_/g, ' ').replace(/\bid\b/g, 'ID')
  return words[0]!.toUpperCase() + words.slice(1)
}

type Field = { type?: string; format?: string; 'x-measure'?: string; anyOf?: Field[] }
type Reader = { viewer: Viewer; organisation_id?: number | undefined }
