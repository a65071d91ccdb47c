import { create as contentDisposition } from 'content-disposition'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Id } from '#db/tables/columns.ts'
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
import { devplan } from '../plans/devplan.ts'
import { readReport } from './data.ts'
import { toPdf } from './pdf.ts'
import { Report } from './schema.ts'
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

/** The report of a plan, for those who read the plan. */
export const readReportOfPlan = defineAction({
  method: 'GET',
  path: 'cpd/report',
  tags: ['cpd'],
  summary: 'Read the report of a plan: what counted, with the records that it is made of and their evidence',
  query: Query,
  answer: Report,
  run: ({ context: { db }, viewer, query }) =>
    limitReads(viewer, async () => readReport(db, await findPlan(db, viewer, query))),
})

/** The same as PDF, and as a zip with its evidence. */
export function addReportFiles(app: TypedApp, context: ApiContext): void {
  addPdf(app, context)
  addAddress(app, context)
  addContent(app, context)
}

const tags = ['cpd']

function addPdf(app: TypedApp, context: ApiContext): void {
  const { db } = context
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
}

function addAddress(app: TypedApp, { db, config }: ApiContext): void {
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
}

function addContent(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
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
