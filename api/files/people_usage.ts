import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import { administers } from '../crud/belonging.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { AppError } from '../http/errors.ts'
import { filesOrganisation } from './access.ts'
import { readsEvidence } from './evidence_access.ts'

const MOST = 10_000

const PersonUsage = Type.Object({
  owner_user_id: { ...Nullable(Id), description: 'Null: the organisation’s own files' } as ReturnType<
    typeof Nullable<typeof Id>
  >,
  name: Nullable(Type.String()),
  root_file_id: Nullable(Id),
  files: Type.Integer({ description: 'That the viewer may see, without folders, with the trash' }),
  bytes: Type.Integer({ description: 'All that counts in the quota, with the trash' }),
  trash_bytes: Type.Integer(),
  infected: Type.Integer(),
})

/** Who stores how much, for administrators: the largest first. */
export const listPeopleUsage = defineAction({
  method: 'GET',
  path: 'files/people',
  tags: ['files'],
  summary: 'List how much each person stores',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(PersonUsage),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await filesOrganisation(db, viewer, query.organisation_id)
    if (!administers(viewer, organisation_id)) throw new AppError('forbidden')
    const { rows } = await sql<Static<typeof PersonUsage>>`
      select f.owner_user_id, ${displayNameOf('u')} as name,
        (min(f.id) filter (where f.parent_file_id is null and f.owner_user_id is not null))::bigint as root_file_id,
        (count(*) filter (where not f.is_folder and ${readsEvidence(viewer, 'f')}))::int as files, sum(f.size)::bigint as bytes,
        coalesce(sum(f.size) filter (where f.deleted_at is not null), 0)::bigint as trash_bytes,
        (count(*) filter (where f.scan_state = 'infected' and ${readsEvidence(viewer, 'f')}))::int as infected
      from file f left join user_account u on u.id = f.owner_user_id
      where f.organisation_id = ${organisation_id} group by f.owner_user_id, u.id
      order by sum(f.size) desc, f.owner_user_id nulls first limit ${MOST}`.execute(db)
    return rows.map((row) => ({
      ...row,
      bytes: Number(row.bytes),
      trash_bytes: Number(row.trash_bytes),
      root_file_id: row.root_file_id === null ? null : Number(row.root_file_id),
    }))
  },
})
