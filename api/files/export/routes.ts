import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { type Domain, resourcesOf } from '../../crud/domain.ts'
import type { Resource } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { job } from '../jobs/job.ts'
import { makeAddress, SignedAddress, signedQuery, viewerOfSigned } from '../signed.ts'
import { archiveOf, jsonOf } from './archive.ts'
import { filesToExport, noFiles } from './files.ts'
import { answerRunning, readRunning, runExport } from './run.ts'
import { sectionsOfOrganisation, sectionsOfPerson } from './sections.ts'

const Files = Type.Optional(Type.Boolean({ description: 'Whether the zip has the files themselves; true by default' }))
const Format = Type.Optional(
  Type.Unsafe<'json' | 'csv'>(
    Type.String({
      enum: ['json', 'csv'],
      description: '`json` (the default): an object with a list for each resource. `csv`: a zip of CSV files and files',
    }),
  ),
)
const Query = Type.Object({ format: Format, files: Files }, { additionalProperties: false })
const OrganisationQuery = Type.Object(
  { organisation_id: Type.Optional(Id), format: Format, files: Files },
  { additionalProperties: false },
)
const Params = Type.Object({ id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) })
const ContentQuery = Type.Object(signedQuery, { additionalProperties: false })
const response = {
  ...answers({ 202: job.row }),
  200: Type.Any({ description: 'The file. While one is being exported, 202 with its job' }),
}

export const linkExport = defineAction({
  method: 'POST',
  path: 'export/address',
  tags: ['users'],
  summary: 'Get an address of a zip of my data, or of an organisation, for a minute',
  body: Type.Object(
    {
      organisation_id: Type.Optional({
        ...Id,
        description: 'The data of this organisation; without it my own',
      } as typeof Id),
      files: Files,
    },
    { additionalProperties: false },
  ),
  answer: Type.Union([SignedAddress, job.row]),
  status: [200, 202],
  by_status: true,
  async run({ context: { db, config }, viewer, body: { organisation_id, files = true } }) {
    checkNotImpersonating(viewer)
    const id = organisation_id === undefined ? 0 : administeredFor(viewer, organisation_id)
    const running = await readRunning(db, viewer)
    if (running) return answerWith(running.data, { ...running, status: 202 })
    await takeAttempt(db, 'download', viewer.user_id)
    return makeAddress(viewer, { of: 'export', id, download: files, ids: [] }, config.jwt_secret)
  },
})

/**
 * Exports of everything: of a person for themselves, and of an organisation for its administrators. Both stream, and are
 * jobs that show progress and can be cancelled; one at a time for each person.
 */
export function addExports(app: TypedApp, context: ApiContext, domains: Domain[]): void {
  const { db } = context
  const resources = resourcesOf(domains)

  app.get('/user/data', {
    schema: { tags: ['users'], summary: 'Download my data', querystring: Query, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const running = await answerRunning(db, viewer, reply)
      if (running) return running
      await takeAttempt(db, 'download', viewer.user_id)
      return send(context, resources, reply, viewer, { organisation_id: null, ...request.query })
    },
  })

  app.get('/organisation/data', {
    schema: {
      tags: ['organisations'],
      summary: 'Download the data of an organisation, as its administrator',
      querystring: OrganisationQuery,
      response,
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const organisation_id = administeredFor(viewer, request.query.organisation_id)
      const running = await answerRunning(db, viewer, reply)
      if (running) return running
      await takeAttempt(db, 'download', viewer.user_id)
      return send(context, resources, reply, viewer, { ...request.query, organisation_id })
    },
  })

  app.get('/export/:id/content', {
    schema: {
      tags: ['users'],
      summary: 'Download an export by a signed address',
      security: [],
      params: Params,
      querystring: ContentQuery,
      response,
    },
    async handler(request, reply) {
      const { id } = request.params
      const viewer = await viewerOfSigned(context, request, { of: 'export', id })
      checkNotImpersonating(viewer)
      const organisation_id = id === 0 ? null : administeredFor(viewer, id)
      return send(context, resources, reply, viewer, {
        organisation_id,
        format: 'csv',
        files: request.query.download ?? false,
      })
    },
  })
}

/** @param wanted.organisation_id null: the person's own data */
async function send(
  context: ApiContext,
  resources: Resource[],
  reply: FastifyReply,
  viewer: Viewer,
  wanted: ExportRequest,
) {
  const { db } = context
  const { organisation_id, format = 'json', files: with_files = true } = wanted
  const own = viewer.memberships.map((m) => m.organisation_id)
  const has_files = format === 'csv' && with_files
  const owner = organisation_id === null ? { user_id: viewer.user_id } : { organisation_id }
  const entity = organisation_id === null ? 'user' : 'organisation'
  const organisations = organisation_id === null ? own : [organisation_id]
  await auditExport(db, viewer, { action: `${entity}.data`, entity, format, organisations })
  const files = has_files ? await filesToExport(db, viewer, owner) : noFiles
  const sections =
    organisation_id === null
      ? sectionsOfPerson(db, viewer, resources)
      : sectionsOfOrganisation(db, viewer, resources, organisation_id)
  const title = organisation_id === null ? 'Your data' : `The data of ${await nameOf(db, organisation_id)}`
  const name = organisation_id === null ? 'ringfence-data' : 'ringfence-organisation'
  const entries = sections.length + files.entries.filter(({ is_folder }) => !is_folder).length
  const of = { viewer, organisation_id: organisations[0] ?? null, entries }
  return format === 'csv'
    ? runExport(context, reply, {
        ...of,
        name: `${name}.zip`,
        type: 'application/zip',
        begin: (options) => archiveOf(context, { title, sections, files }, options),
      })
    : runExport(context, reply, {
        ...of,
        name: `${name}.json`,
        type: 'application/json; charset=utf-8',
        begin: (options) => Readable.from(jsonOf(sections, options)),
      })
}

async function nameOf(db: Db, organisation_id: number): Promise<string> {
  const organisations = db.selectFrom('organisation').select('name').where('id', '=', organisation_id)
  return (await organisations.executeTakeFirstOrThrow()).name
}

type ExportRequest = { organisation_id: number | null; format?: 'json' | 'csv'; files?: boolean }
