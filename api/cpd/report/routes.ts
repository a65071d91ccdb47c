import { create as contentDisposition } from 'content-disposition'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { limitReads } from '../../crud/lists.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { answerRunning, runExport } from '../../files/export/run.ts'
import { job } from '../../files/jobs/job.ts'
import { makeAddress, type Signed, SignedAddress, signedQuery, viewerOfAddress } from '../../files/signed.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { Verdict } from '../engine/types.ts'
import { devplan } from '../plans/devplan.ts'
import { type Report, readReport } from './data.ts'
import { toPdf } from './pdf.ts'
import { titleOf } from './title.ts'
import { findEvidence, zipOf } from './zip.ts'

/** By the plan, or by the person and the cycle, as the page's address names them. */
const Query = Type.Object(
  { plan_id: Type.Optional(Id), user_id: Type.Optional(Id), cycle_id: Type.Optional(Id) },
  { additionalProperties: false },
)
const Body = Type.Object({ plan_id: Id }, { additionalProperties: false })
const Params = Type.Object({ plan_id: Id }, { additionalProperties: false })
const ContentQuery = Type.Object(signedQuery, { additionalProperties: false })
const text = Type.String()
const texts = Type.Array(Type.String())
const day = Nullable(DateOnly)

/** The wire form of a report: `numbering.ts` says what its parts are. */
const ReportRow = Type.Object({
  id: Id,
  user_id: Id,
  organisation_id: Id,
  cycle_id: Id,
  person: Nullable(text),
  organisation: text,
  standard: Nullable(text),
  cycle: text,
  start: DateOnly,
  end: DateOnly,
  state: text,
  text,
  self_evaluation: text,
  agreed_on: day,
  agreed_by: Nullable(text),
  agreed_sha256: Nullable(text),
  reviewed_on: day,
  closed_at: Nullable(Timestamp),
  today: DateOnly,
  hours: Type.Number(),
  counted_activities: Type.Integer(),
  verdict: Verdict,
  met: Nullable(Type.Boolean({ description: 'Null where nothing is asked' })),
  nothing: Nullable(Type.String({ description: 'Why nothing is asked' })),
  waived_months: Type.Number(),
  lines: Type.Array(Type.Object({ sentence: text, met: Type.Boolean() }, { additionalProperties: true })),
  goals: Type.Array(Type.Object({ description: text }, { additionalProperties: true })),
  waivers: Type.Array(Type.Object({ from: DateOnly, to: DateOnly })),
  activities: Type.Array(Type.Object({ number: text, evidence: texts }, { additionalProperties: true })),
  procedures: Type.Array(Type.Object({ case_number: Type.Integer() }, { additionalProperties: true })),
  forms: Type.Array(Type.Object({ template: text }, { additionalProperties: true })),
  qualifications: Type.Array(Type.Object({ name: text }, { additionalProperties: true })),
  evidence: Type.Array(
    Type.Object({ number: text, file_id: Id, name: text, sha256: Nullable(text), size: Type.Integer() }),
  ),
})

/** The report of a plan, for those who read the plan. */
export const readReportOfPlan = defineAction({
  method: 'GET',
  path: 'cpd/report',
  tags: ['cpd'],
  summary: 'Read the report of a plan: what counted, with the records that it is made of and their evidence',
  query: Query,
  answer: Type.Unsafe<Report>(ReportRow),
  run: ({ context: { db }, viewer, query }) =>
    limitReads(viewer, async () => readReport(db, await findPlan(db, viewer, query))),
})

/** The same as PDF, and as a zip with its evidence. */
export function addReportFiles(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['cpd']

  app.get('/cpd/report/pdf', {
    schema: {
      tags,
      summary: 'Read the report of a plan as tagged PDF (PDF/UA-1)',
      querystring: Query,
      response: { ...answers({}), 200: Type.Any({ description: 'The PDF' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const report = await limitDocuments(viewer, async () => readReport(db, await findPlan(db, viewer, request.query)))
      const pdf = await toPdf(context, report, viewer.user_id)
      await auditReport(db, viewer, report, 'pdf')
      reply.type('application/pdf').header('content-disposition', contentDisposition(fileNameOf(report, 'pdf')))
      return reply.send(pdf)
    },
  })

  app.post('/cpd/report/address', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Get an address of a zip of a report with its evidence, which works for a minute',
      body: Body,
      response: answers({ 200: SignedAddress, 202: job.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const id = await findPlan(db, viewer, request.body)
      const running = await answerRunning(db, viewer, reply)
      if (running) return running
      return { data: makeAddress(viewer, { of: 'cpd/report', id, download: true, ids: [] }, config.jwt_secret) }
    },
  })

  app.get('/cpd/report/:plan_id/content', {
    schema: {
      tags,
      summary: 'Download a report with its evidence by a signed address',
      security: [],
      params: Params,
      querystring: ContentQuery,
      response: { ...answers({ 202: job.row }), 200: Type.Any({ description: 'The zip. While another is made, 202' }) },
    },
    async handler(request, reply) {
      const { session, expires, download = false, signature } = request.query
      const { plan_id } = request.params
      const of = { of: 'cpd/report' as const, id: plan_id, ids: [] }
      const signed: Signed = { ...of, session: session as 'operator', expires, download }
      const presented = { signature, secret: config.jwt_secret, ip: request.ip }
      const viewer = await viewerOfAddress(db, signed, presented)
      const report = await limitDocuments(viewer, async () => readReport(db, await findPlan(db, viewer, { plan_id })))
      const evidence = await findEvidence(db, report)
      const pdf = await toPdf(context, report, viewer.user_id)
      await auditReport(db, viewer, report, 'zip')
      return runExport(context, reply, {
        viewer,
        organisation_id: report.organisation_id,
        name: 'cpd-report.zip',
        type: 'application/zip',
        entries: evidence.entries.length + 1,
        begin: (options) => zipOf(context, report, { pdf, ...evidence }, options),
      })
    },
  })
}

/**
 * Records for documents are many: they take no slots of lists, and on the embedded database the statements of lists go
 * between theirs.
 */
const limitDocuments = <T>(viewer: Viewer, read: () => Promise<T>) =>
  limiter(String(viewer.user_id), () => inBackground(read))
const limiter = makeFairLimiter({ concurrency: 2, per_user: 100, total: 1000 })

/** @throws {AppError} not_found for a plan that the viewer may not read, or none; bad_request without a name of it */
async function findPlan(db: ApiContext['db'], viewer: Viewer, of: Of): Promise<number> {
  const { plan_id, user_id, cycle_id } = of
  if (plan_id === undefined && (user_id === undefined || cycle_id === undefined)) {
    throw wrong('plan_id', 'name the plan, or user_id and cycle_id.')
  }
  const named =
    plan_id === undefined
      ? sql<SqlBool>`devplan.user_id = ${user_id} and devplan.devcycle_id = ${cycle_id}`
      : sql<SqlBool>`devplan.id = ${plan_id}`
  const found = await db.selectFrom('devplan').select('id').where(named).where(devplan.reads(viewer)).executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such plan.', plan_id === undefined ? 'user_id' : 'plan_id')
  return found.id
}

/** Reports of others leave the organisation as files. */
async function auditReport(db: ApiContext['db'], viewer: Viewer, report: Report, format: string): Promise<void> {
  const { organisation_id, user_id } = report
  if (user_id === viewer.user_id && viewer.impersonator_user_id === null) return
  await auditExport(db, viewer, { action: 'cpd.report', entity: 'devplan', format, organisations: [organisation_id] })
}

const fileNameOf = (report: Report, extension: string) =>
  `${titleOf(report)
    .replace(/[^\p{L}\p{N} ,_-]/gu, '')
    .slice(0, 120)}.${extension}`

type Of = { plan_id?: number; user_id?: number; cycle_id?: number }
