import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { CurrencyCode } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { billingAdministered } from '../access.ts'
import { contact } from '../books/contact.ts'
import { type ReportName, reportNames } from '../money/shared/report_names.ts'
import { fileOf, formats } from './file.ts'
import { type MadeReport, type ReportHead, reports, statementOf } from './reports.ts'
import type { ReportScope } from './table.ts'

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words] }))
const tags = ['invoicing']
const text = Type.String()
const Format = oneOf(formats)
const Answer = Type.Object({
  title: text,
  organisation_id: Id,
  organisation_name: text,
  from: DateOnly,
  until: DateOnly,
  currency: text,
  digits: Type.Integer({ description: 'Places of the currency' }),
  columns: Type.Array(Type.Object({ name: text, title: text, is_money: Type.Boolean() })),
  rows: Type.Array(Type.Record(text, Nullable(Type.Union([Type.Number(), text])))),
  total: Nullable(Type.Record(text, Nullable(Type.Union([Type.Number(), text])))),
  notes: Type.Array(text),
  how_to_pay: text,
})
const period = { from: Type.Optional(DateOnly), until: Type.Optional(DateOnly), currency: Type.Optional(CurrencyCode) }
const Query = Type.Object(
  {
    report: oneOf(reportNames),
    organisation_id: Type.Optional(Id),
    ...period,
    basis: Type.Optional(oneOf(['invoice', 'cash'] as const)),
    country: Type.Optional(oneOf(['nz', 'au'] as const)),
    rates: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}:\\d{1,11}(\\.\\d{1,6})?(,[A-Z]{3}:\\d{1,11}(\\.\\d{1,6})?){0,29}$',
        description:
          'Of currency gains: the rates of the last day, for what is not realised, such as USD:0.61,EUR:0.55',
      }),
    ),
  },
  { additionalProperties: false },
)
const StatementQuery = Type.Object({ contact_id: Id, ...period }, { additionalProperties: false })

export const readBillingReport = defineAction({
  method: 'GET',
  path: 'invoicing/report',
  tags,
  summary: 'Read a report of the books, whose amounts are integers of minor units and sum to the ledger',
  description:
    'Without `from` the year to `until`, without `until` today. Of aged debtors and deposits only `until` counts. In the home currency all is counted; another `currency` has its documents alone.',
  query: Query,
  answer: Answer,
  run: ({ context, viewer, query }) => makeReport(context, viewer, query),
})

export const readStatement = defineAction({
  method: 'GET',
  path: 'invoicing/statement',
  tags,
  summary: 'Read the statement of account of a contact; a person reads their own',
  query: StatementQuery,
  answer: Answer,
  run: ({ context, viewer, query }) => makeStatement(context, viewer, query),
})

/** Both as a file. */
export function addReportFiles(app: TypedApp, context: ApiContext): void {
  const response = { ...answers({}), 200: Type.Any({ description: 'The file' }) }
  const send = async (viewer: Viewer, report: MadeReport, entity: string, format: Static<typeof Format>) => {
    const { name, mimetype, bytes } = await fileOf(report, format, viewer.user_id)
    const organisations = [report.organisation_id]
    await auditExport(context.db, viewer, { action: 'report.export', entity, format, organisations })
    return { bytes, headers: { 'content-type': mimetype, 'content-disposition': contentDisposition(name) } }
  }
  const summary = 'as CSV, where amounts are decimals, or PDF'
  app.get('/invoicing/report/file', {
    schema: {
      tags,
      summary: `Read a report of the books ${summary}`,
      querystring: Type.Object({ ...Query.properties, format: Format }, { additionalProperties: false }),
      response,
    },
    async handler(request, reply) {
      const { format, ...query } = request.query
      const viewer = viewerOf(request)
      const { bytes, headers } = await send(viewer, await makeReport(context, viewer, query), query.report, format)
      return reply.headers(headers).send(bytes)
    },
  })
  app.get('/invoicing/statement/file', {
    schema: {
      tags,
      summary: `Read a statement of account ${summary}`,
      querystring: Type.Object({ ...StatementQuery.properties, format: Format }, { additionalProperties: false }),
      response,
    },
    async handler(request, reply) {
      const { format, ...query } = request.query
      const viewer = viewerOf(request)
      const { bytes, headers } = await send(viewer, await makeStatement(context, viewer, query), 'statement', format)
      return reply.headers(headers).send(bytes)
    },
  })
}

async function makeReport({ db }: ApiContext, viewer: Viewer, query: Static<typeof Query>): Promise<MadeReport> {
  const organisation_id = await billingAdministered(db, viewer, query.organisation_id)
  const about = await askedOf(db, organisation_id, query)
  if (!about.in_home && (query.report === 'currency_gains' || query.report === 'trial_figures')) {
    throw wrong('currency', 'this report is in the home currency.')
  }
  return { ...(await reports[query.report as ReportName](db, about)), ...headOf(about), how_to_pay: '' }
}

/** @throws {AppError} not_found for a contact that the viewer does not read */
export async function makeStatement(
  { db }: ApiContext,
  viewer: Viewer,
  { contact_id, ...query }: Static<typeof StatementQuery>,
): Promise<MadeReport> {
  const { organisation_id, name } = await read(db, contact, viewer, contact_id)
  const about = await askedOf(db, organisation_id, query)
  const statement = await statementOf(db, { ...about, in_home: false, contact_id, name })
  return { ...statement, ...headOf(about), how_to_pay: about.payment_details }
}

async function askedOf(db: Db, organisation_id: number, query: Partial<Static<typeof Query>>) {
  const { rows } = await sql<About>`
    select o.name as organisation_name, (now() at time zone o.timezone)::date as today, c.code as currency, c.digits,
      c.code = b.currency as in_home, b.payment_details
    from organisation o join billing_config b on b.organisation_id = o.id
    join currency c on c.code = coalesce(${query.currency ?? null}::text, b.currency) where o.id = ${organisation_id}`.execute(
    db,
  )
  if (!rows[0]) throw wrong('currency', 'is not known.')
  const { today, ...about } = rows[0]
  const until = query.until ?? today
  const from =
    query.from ??
    (query.report === 'aged_debtors' || query.report === 'deposits' ? until : `${until.slice(0, 4)}-01-01`)
  if (from > until) throw wrong('until', 'must not be before from.')
  const { basis = 'invoice', country = about.currency === 'AUD' ? 'au' : 'nz' } = query
  return { ...about, organisation_id, from, until, basis, country, rates: ratesOf(query.rates) } satisfies ReportScope &
    Omit<About, 'today'>
}

/** @throws {AppError} bad_request for a rate of 0 */
function ratesOf(text = ''): Map<string, string> {
  const rates = new Map(text.split(',').flatMap((one) => (one === '' ? [] : [one.split(':') as [string, string]])))
  if ([...rates.values()].some((rate) => Number(rate) === 0)) throw wrong('rates', 'must be above 0.')
  return rates
}

const headOf = ({ organisation_id, organisation_name, from, until, currency, digits }: ReportHead): ReportHead => ({
  organisation_id,
  organisation_name,
  from,
  until,
  currency,
  digits,
})

type About = {
  organisation_name: string
  today: string
  currency: string
  digits: number
  in_home: boolean
  payment_details: string
}
