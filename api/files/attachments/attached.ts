import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsAttachments, subjectTitle } from './subjects.ts'

/**
 * Says what a file is attached to, or what is in a folder, before it is deleted. Only what the viewer sees is named.
 *
 * @returns null where nothing is
 */
export async function attachedSentence(trx: Trx, viewer: Viewer, file_id: number): Promise<string | null> {
  const { rows } = await sql<{ title: string | null }>`
    with recursive down as (
      select id from file where id = ${file_id}
      union all select f.id from file f join down on f.parent_file_id = down.id)
    select distinct case when ${readsAttachments(viewer)} then ${subjectTitle()} end as title
    from attachment where file_id in (select id from down) order by title nulls last limit ${MANY}`.execute(trx)
  if (rows.length === 0) return null
  const titles = rows.flatMap(({ title }) => title ?? [])
  const named = titles.slice(0, SHOWN)
  const others = rows.length > named.length
  const list = [...named, ...(others ? [named.length > 0 ? 'others' : 'something that you do not see'] : [])]
  const text = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list.at(-1)}` : list[0]
  return `It was attached to ${text}, and is not shown there any more.`
}

const SHOWN = 3
const MANY = 10
