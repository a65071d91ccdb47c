import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { limitReads } from '../crud/lists.ts'
import { patternOf } from '../crud/query.ts'
import { SearchQuery } from '../crud/routes.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { filesOrganisation, readsFiles } from './access.ts'
import { readsEvidence } from './evidence_access.ts'
import { limitsOf, usedOf } from './quota.ts'
import { rootFolder } from './tree/tree.ts'

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

const tags = ['files']
const Organisation = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })

/** The tree of folders. */
export const listFolders = defineAction({
  method: 'GET',
  path: 'folders',
  tags,
  summary: 'List all folders of an organisation that you may see, with counts',
  query: Type.Object({ ...Organisation.properties, search: SearchQuery }, { additionalProperties: false }),
  answer: Type.Array(Folder),
  async run({ context, viewer, query: { search, ...query } }) {
    const { organisation_id } = await ownFolder(context, viewer, query.organisation_id)
    const counted = (more: RawBuilder<unknown>) => sql<number>`(select count(*)::int from file c
      where c.parent_file_id = file.id and c.deleted_at is null and ${more} and ${readsEvidence(viewer, 'c')})`
    return limitReads(viewer, () =>
      context.db
        .selectFrom('file')
        .select(['id', 'parent_file_id', 'owner_user_id', 'name', 'hidden'])
        .select([counted(sql`true`).as('items'), counted(sql`c.is_folder`).as('folders')])
        .where('organisation_id', '=', organisation_id)
        .where('is_folder', '=', true)
        .where('deleted_at', 'is', null)
        .$if(search !== undefined, (statement) => statement.where('name', 'ilike', patternOf(search!)))
        .where(readsFiles(viewer))
        .orderBy('name_key')
        .limit(MOST)
        .execute(),
    )
  },
})

/** Who stores how much. */
export const readFilesUsage = defineAction({
  method: 'GET',
  path: 'files/usage',
  tags,
  summary: 'Read how much is stored, and may be; and your root folder',
  query: Organisation,
  answer: Usage,
  async run({ context, viewer, query }) {
    const { db, config } = context
    const { organisation_id, root_file_id } = await ownFolder(context, viewer, query.organisation_id)
    const limits = await limitsOf(db, organisation_id)
    const used = await usedOf(db, { organisation_id, owner_user_id: viewer.user_id }, 0)
    return {
      root_file_id,
      organisation_bytes: used.organisation,
      organisation_bytes_max: limits.files_bytes_max,
      person_bytes: used.person,
      person_bytes_max: limits.person_bytes_max,
      file_bytes_max: limits.file_bytes_max,
      scans: config.clamd_url !== null,
    }
  },
})

/** The organisation of a request, and the folder in it that the viewer has as a member. */
async function ownFolder(context: ApiContext, viewer: Viewer, wanted: number | undefined) {
  const organisation_id = await filesOrganisation(context.db, viewer, wanted)
  const is_member = viewer.memberships.some((m) => m.organisation_id === organisation_id)
  const make = () => transact(context, (trx) => rootFolder(trx, organisation_id, viewer.user_id))
  return { organisation_id, root_file_id: is_member ? await make() : null }
}
