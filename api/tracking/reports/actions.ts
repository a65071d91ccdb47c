import { create as contentDisposition } from 'content-disposition'
import { type Static, Type } from 'typebox'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Units } from '#db/tables/people/user_config.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { measures } from '../../crud/sheets/measures.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { readPrinter } from '../printer.ts'
import { askedOf } from './asked.ts'
import { fileOf, formats } from './file.ts'
import { MAX_ROWS, readReport } from './read.ts'
import { reportNames, reports } from './reports.ts'
import { type Filter, filterColumns, filterShape, periodShape } from './request.ts'

/** Rows in an answer, at most; files have all. */
const SHOWN = 2000

const tags = ['reports']
const text = Type.String()
const Measure = Type.Unsafe<(typeof measures)[number]>(Type.String({ enum: [...measures] }))
const Column = Type.Object({
  name: text,
  title: text,
  measure: Measure,
  total: Type.Optional(Type.Unsafe<'sum' | 'max'>(Type.String({ enum: ['sum', 'max'] }))),
  heat: Type.Optional(Type.Literal(true)),
  digits: Type.Optional(Type.Integer()),
})
const Filters = Type.Array(Type.Unsafe<Filter>(Type.String({ enum: Object.keys(filterColumns) })))
const Line = Type.Record(text, Nullable(Type.Union([Type.Number(), text])))
const Query = Type.Object(
  { report: Type.String({ enum: reportNames }), organisation_id: Id, ...periodShape, ...filterShape },
  { additionalProperties: false },
)

export const listReports = defineAction({
  method: 'GET',
  path: 'movement/reports',
  tags,
  summary: 'List the reports that there are, and what each may be asked besides its period and trackers',
  answer: Type.Array(
    Type.Object({ name: text, title: text, about: text, most_days: Type.Integer(), filters: Filters }),
  ),
  run: () =>
    reports.map(({ name, title, about, most_days = 366, filters = [] }) => ({
      name,
      title,
      about,
      most_days,
      filters: [...filters],
    })),
})

export const readMovementReport = defineAction({
  method: 'GET',
  path: 'movement/report',
  tags,
  summary: 'Read a report of what trackers did in a period',
  description: `Rows have the names of the columns, and those of links; \`why\` is JSON of what the figures follow from, \`way\` of where it began and ended. At most ${SHOWN} rows; totals and chart are of all.`,
  query: Query,
  answer: Type.Object({
    report: text,
    title: text,
    about: text,
    filters: Filters,
    organisation_id: Id,
    organisation_name: text,
    timezone: text,
    units: Units,
    from: DateOnly,
    until: DateOnly,
    columns: Type.Array(Column),
    parts: Type.Array(
      Type.Object({ name: text, title: text, columns: Type.Array(Column), rows: Type.Array(Line), empty: text }),
      { description: 'Tables above the rows' },
    ),
    heading: Nullable(text),
    empty: Nullable(Type.String({ description: 'What there is to say without rows' })),
    choices: Type.Array(Type.Object({ name: text, title: text }), { description: 'Columns that may be left out' }),
    rows: Type.Array(Line),
    totals: Line,
    chart: Nullable(
      Type.Object({
        of: text,
        title: text,
        measure: Measure,
        bars: Type.Array(Type.Object({ label: text, value: Type.Number() })),
        others: Type.Integer({ description: 'How many further bars there would be' }),
      }),
    ),
    count: Type.Integer(),
    is_cut: Type.Boolean({ description: 'Whether there are more rows than these' }),
  }),
  run: ({ context, viewer, query }) => readFor(context, viewer, query, null),
})

/** The same report as a file. */
export function addReportFile(app: TypedApp, context: ApiContext): void {
  app.get('/movement/report/file', {
    schema: {
      tags,
      summary: 'Read a report of what trackers did in a period as XLSX, PDF or CSV',
      querystring: Type.Object(
        { ...Query.properties, format: Type.String({ enum: [...formats] }) },
        { additionalProperties: false },
      ),
      response: { ...answers({}), 200: Type.Any({ description: 'The file' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { format, ...query } = request.query
      const read = await readFor(context, viewer, query, MAX_ROWS)
      const { user_id } = viewer
      const printed_by = await readPrinter(context, viewer)
      const of = { format: format as (typeof formats)[number], user_id, printed_by }
      const { name, mimetype, bytes } = await fileOf(context, read, of)
      const organisations = [read.organisation_id]
      await auditExport(context.db, viewer, { action: 'report.export', entity: read.report, format, organisations })
      reply.type(mimetype).header('content-disposition', contentDisposition(name))
      return reply.send(bytes)
    },
  })
}

/** @param limit rows at most; null for as many as the page of the report shows */
async function readFor({ reads }: ApiContext, viewer: Viewer, query: Static<typeof Query>, limit: number | null) {
  const { report: name, ...given } = query
  const report = reports.find((one) => one.name === name)!
  return readReport(reads, report, await askedOf(reads, viewer, report, given), limit ?? report.shown ?? SHOWN)
}

type Viewer = ReturnType<typeof viewerOf>
