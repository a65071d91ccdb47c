import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { limitReads } from '../crud/lists.ts'
import { patternOf } from '../crud/query.ts'
import { SearchQuery, viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { filesOrganisation, readsFiles } from './access.ts'
import { readsEvidence } from './evidence_access.ts'
import { limitsOf, usedOf } from './quota.ts'
import { rootFolder } from './tree.ts'

const MOST = 10_000

const Folder = Type.Object({
  id: Id,
  parent_file_id: Nullable(Id),
  owner_user_id: Nullable(Id),
  name: Type.String(),
  hidden: Type.Boolean(),
  items: Type.Integer({ description: 'Files and folders directly in it' }),
  folders: Type.Integer({ description: 'Of them folders' }),
})
const Usage = Type.Object({
  root_file_id: Nullable(Id),
  organisation_bytes: Type.Integer(),
  organisation_bytes_max: Type.Integer(),
  person_bytes: Type.Integer(),
  person_bytes_max: Type.Integer(),
  file_bytes_max: Type.Integer(),
  scans: Type.Boolean({ description: 'Whether uploaded files are scanned for viruses' }),
})

/** The tree of folders, and who stores how much. */
export function addFolders(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['files']
  const Query = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })

  app.get('/folders', {
    schema: {
      tags,
      summary: 'List all folders of an organisation that you may see, with counts',
      querystring: Type.Object({ ...Query.properties, search: SearchQuery }, { additionalProperties: false }),
      response: answers({ 200: Type.Array(Folder), 260: Type.Array(Folder) }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { search } = request.query
      const organisation_id = await filesOrganisation(db, viewer, request.query.organisation_id)
      const isMember = viewer.memberships.some((m) => m.organisation_id === organisation_id)
      if (isMember) await transact(context, (trx) => rootFolder(trx, organisation_id, viewer.user_id))
      const folders = await limitReads(viewer, () =>
        db
          .selectFrom('file')
          .select(['id', 'parent_file_id', 'owner_user_id', 'name', 'hidden'])
          .select(
            sql<number>`(select count(*)::int from file c where c.parent_file_id = file.id
            and c.deleted_at is null and ${readsEvidence(viewer, 'c')})`.as('items'),
          )
          .select(
            sql<number>`(select count(*)::int from file c where c.parent_file_id = file.id
            and c.deleted_at is null and c.is_folder and ${readsEvidence(viewer, 'c')})`.as('folders'),
          )
          .where('organisation_id', '=', organisation_id)
          .where('is_folder', '=', true)
          .where('deleted_at', 'is', null)
          .$if(search !== undefined, (statement) => statement.where('name', 'ilike', patternOf(search!)))
          .where(readsFiles(viewer))
          .orderBy('name_key')
          .limit(MOST)
          .execute(),
      )
      return reply.code(folders.length > 0 ? 200 : 260).send({ data: folders })
    },
  })

  app.get('/files/usage', {
    schema: {
      tags,
      summary: 'Read how much is stored, and may be; and your root folder',
      querystring: Query,
      response: answers({ 200: Usage }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const organisation_id = await filesOrganisation(db, viewer, request.query.organisation_id)
      const isMember = viewer.memberships.some((m) => m.organisation_id === organisation_id)
      const root_file_id = isMember
        ? await transact(context, (trx) => rootFolder(trx, organisation_id, viewer.user_id))
        : null
      const limits = await limitsOf(db, organisation_id)
      const used = await usedOf(db, { organisation_id, owner_user_id: viewer.user_id }, 0)
      return {
        data: {
          root_file_id,
          organisation_bytes: used.organisation,
          organisation_bytes_max: limits.files_bytes_max,
          person_bytes: used.person,
          person_bytes_max: limits.person_bytes_max,
          file_bytes_max: limits.file_bytes_max,
          scans: config.clamd_url !== null,
        },
      }
    },
  })
}
