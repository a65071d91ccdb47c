import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { Target } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { tag } from './tag.ts'

/** What a tracker says of its tags. */
export const tagColumns = { tag_ids: Type.Array(Id), tags: Type.Array(Type.String()) }
export const TagIds = Type.Array(Id, { maxItems: 20, uniqueItems: true })
export const TagFilter = Type.Integer({ ...Id, description: 'Of trackers with this tag' })

/** In the order of their names; of those that the viewer reads. */
export const tagsComputed = {
  tag_ids: (viewer: Viewer) => tagsOf(viewer, sql`tag.id::float8`),
  tags: (viewer: Viewer) => tagsOf(viewer, sql`tag.name`),
}

const tagsOf = (viewer: Viewer, column: ReturnType<typeof sql>) => sql`array(select ${column} from tracker_tag l
  join tag on tag.organisation_id = l.organisation_id and tag.id = l.tag_id
  where l.organisation_id = tracker.organisation_id and l.tracker_id = tracker.id and ${tag.reads(viewer)}
  order by natural_key(tag.name) collate "C")`

/** Whether trackers have a tag, which the viewer reads. */
export const hasTag = (viewer: Viewer, tag_id: number) => sql<SqlBool>`exists (select from tracker_tag l
  join tag on tag.organisation_id = l.organisation_id and tag.id = l.tag_id
  where l.organisation_id = tracker.organisation_id and l.tracker_id = tracker.id and l.tag_id = ${tag_id}
    and ${tag.reads(viewer)})`

/** Gives a tracker these tags and no others. @throws {AppError} bad_request if one is not of the organisation */
export async function setTags(trx: Trx, { id: tracker_id, organisation_id }: Target, tag_ids: readonly number[]) {
  await trx
    .deleteFrom('tracker_tag')
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .execute()
  if (tag_ids.length === 0) return
  const known = await trx
    .selectFrom('tag')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', [...tag_ids])
    .forKeyShare()
    .execute()
  const found = new Set(known.map(({ id }) => Number(id)))
  const unknown = tag_ids.find((id) => !found.has(id))
  if (unknown !== undefined) throw wrong('tag_ids', `there is no tag ${unknown} in the organisation.`)
  await trx
    .insertInto('tracker_tag')
    .values(tag_ids.map((tag_id) => ({ organisation_id, tracker_id, tag_id })))
    .execute()
}
