import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { type Feature, fileQuotaDefaults } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from './context.ts'
import { administeredFor } from './crud/belonging.ts'
import type { ListQuery } from './crud/list_query.ts'
import { COUNTED } from './crud/pages/totals.ts'
import { conditions } from './crud/query.ts'
import { viewerOf } from './crud/routes.ts'
import { answers } from './crud/schemas.ts'
import { resources } from './domains.ts'
import type { TypedApp } from './http/typed_app.ts'

/** Each figure is a list with filters, so that the page it leads to shows exactly the rows that are counted. */
const figures = [
  ...(['organisation', 'installation'] as const).flatMap((of): Figure[] => [
    { of, name: 'new_people', list: 'user', query: ({ from }) => ({ created_from: from }) },
    { of, name: 'unconfirmed_people', list: 'user', query: () => ({ confirmed: false }) },
    { of, name: 'locked_people', list: 'user', query: () => ({ locked: true }) },
  ]),
  { of: 'organisation', name: 'failed_messages', list: 'message', query: ({ from }) => ({ from, state: 'failed' }) },
  { of: 'organisation', name: 'held_messages', list: 'message', query: ({ from }) => ({ from, state: 'held' }) },
  { of: 'organisation', name: 'open_alerts', list: 'alert', query: () => ({ open: true }) },
  {
    of: 'organisation',
    name: 'unacknowledged_alerts',
    list: 'alert',
    query: () => ({ open: true, acknowledged: false }),
  },
  { of: 'organisation', name: 'failed_jobs', list: 'job', query: ({ from }) => ({ from, state: 'failed' }) },
  { of: 'organisation', name: 'files', list: 'file', query: () => ({ is_folder: false, deleted: false }) },
  {
    of: 'organisation',
    name: 'infected_files',
    list: 'file',
    query: () => ({ is_folder: false, scan_state: 'infected' }),
  },
  ...[
    { name: 'submitted_plans', list: 'devplan' as const, query: () => ({ state: 'submitted' }) },
    { name: 'draft_plans', list: 'devplan' as const, query: () => ({ state: 'draft', open: true }) },
    { name: 'asked_waivers', list: 'devplan' as const, query: () => ({ asks_waiver: true }) },
    { name: 'cases_for_review', list: 'procedure' as const, query: () => ({ state: 'for_review' }) },
    { name: 'submitted_forms', list: 'devform' as const, query: () => ({ state: 'submitted' }) },
    {
      name: 'unconfirmed_qualifications',
      list: 'devqualification' as const,
      query: () => ({ state: 'unconfirmed' }),
    },
    { name: 'lapsed_qualifications', list: 'devqualification' as const, query: () => ({ state: 'lapsed' }) },
  ].map((figure): Figure => ({ ...figure, of: 'organisation', feature: 'cpd' })),
  // Those of people without an organisation go to the platform, whose list shows them all.
  { of: 'readable', name: 'new_enquiries', list: 'enquiry', query: () => ({ state: 'new' }) },
  {
    of: 'installation',
    name: 'unregistered_devices',
    list: 'unknowndevice',
    query: () => ({ status: 'unregistered' }),
  },
  { of: 'installation', name: 'refused_devices', list: 'unknowndevice', query: () => ({ status: 'not_allowed' }) },
  { of: 'installation', name: 'outbox', list: 'outboxmail', query: () => ({}) },
] satisfies Figure[] as Figure[]

const Query = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    from: Type.Unsafe<string>({ ...Timestamp, description: 'People, messages and jobs from this time on' }),
  },
  { additionalProperties: false },
)
const Overview = Type.Object({
  organisation_id: Id,
  figures: Type.Array(
    Type.Object({
      name: Type.String({ enum: [...new Set(figures.map(({ name }) => name))] }),
      /** The installation's are for platform administrators. */
      of: Type.String({ enum: ['organisation', 'installation'] }),
      count: Type.Integer({ description: `Counted up to ${COUNTED}` }),
      list: Type.String({ description: 'The list that shows what is counted' }),
      query: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Integer(), Type.String()])),
    }),
  ),
  storage: Type.Object({
    bytes: Type.Integer({ description: 'Of all files, with the trash' }),
    bytes_max: Type.Integer(),
  }),
})

/** The dashboard of administrators: what an organisation has, and what goes wrong in it, by one statement. */
export function addAdminOverview(app: TypedApp, { db }: ApiContext): void {
  app.get('/admin/overview', {
    schema: {
      tags: ['organisations'],
      summary: 'Read the figures of the dashboard of administrators, each with the list that it counts',
      querystring: Query,
      response: answers({ 200: Overview }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { from } = request.query
      const organisation_id = administeredFor(viewer, request.query.organisation_id)
      const membership = viewer.memberships.find((each) => each.organisation_id === organisation_id)
      const theirs = figures
        .filter(({ of }) => of !== 'installation' || viewer.platform_admin)
        // Lists of what is switched off are refused to members.
        .filter(({ feature }) => !feature || !membership || membership.features.includes(feature))
        .map(({ of, name, list, query }) => ({
          of: of === 'installation' ? of : ('organisation' as const),
          name,
          resource: resources[list],
          query: { ...(of === 'organisation' && { organisation_id }), ...query({ from }) },
        }))
      const counts = theirs.map(({ resource, query }) => {
        const where = conditions(resource, viewer, query)
        return sql`(select count(*)::int from (
          select from ${sql.table(resource.table)} where ${where} limit ${sql.lit(COUNTED)}) counted)`
      })
      const { rows } = await sql<{ counts: number[]; bytes: number; bytes_max: number }>`
        select array[${sql.join(counts)}] as counts,
          (select coalesce(sum(size), 0)::float8 from file where organisation_id = ${organisation_id}) as bytes,
          coalesce((select files_bytes_max from organisation_config where organisation_id = ${organisation_id}),
            ${fileQuotaDefaults.files_bytes_max})::float8 as bytes_max`.execute(db)
      const { counts: counted, ...storage } = rows[0]!
      return {
        data: {
          organisation_id,
          storage,
          figures: theirs.map(({ of, name, resource, query }, i) => ({
            of,
            name,
            count: counted[i]!,
            list: resource.plural,
            query: query as Record<string, string | boolean>,
          })),
        },
      }
    },
  })
}

type Figure = {
  /** What the organisation must have; everything else is counted everywhere. */
  feature?: Feature
  /** `readable`: all that the viewer may read, as the list itself shows. */
  of: 'organisation' | 'installation' | 'readable'
  name: string
  list:
    | 'alert'
    | 'devform'
    | 'devplan'
    | 'devqualification'
    | 'enquiry'
    | 'file'
    | 'job'
    | 'message'
    | 'outboxmail'
    | 'procedure'
    | 'unknowndevice'
    | 'user'
  query(of: { from: string }): ListQuery
}
