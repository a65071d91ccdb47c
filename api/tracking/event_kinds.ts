import { type SqlBool, sql } from 'kysely'
import type { ListQuery } from '../crud/list_query.ts'
import { patternOf } from '../crud/query.ts'
import type { Spread } from '../crud/spread.ts'
import type { Viewer } from '../crud/viewer.ts'
import { organisationsOver } from './access/spread.ts'

/**
 * A search in `event` that most events, the positions, do not fulfil: first the kinds of event that organisations have
 * are read from the partial index of the others, then the events of those that match.
 */
export function isOfKind(search: string, viewer: Viewer, query: ListQuery) {
  if (!excludesPositions(search)) return null
  return sql<SqlBool>`(tracker_event.event <> 'position' and tracker_event.event = any(array(
    select kinds.event from ${kindsFound(search, viewer, query)} as kinds)))`
}

/** One part for each organisation and kind of event that a search matches. */
export function overKinds(viewer: Viewer, query: ListQuery): Spread | null {
  const { search, tracker_id } = query
  if (!search || tracker_id !== undefined || !excludesPositions(search)) return null
  return {
    over: sql`${kindsFound(search, viewer, query)} as part`,
    where: sql<SqlBool>`tracker_event.organisation_id = part.organisation_id and tracker_event.event = part.event
      and tracker_event.event <> 'position'`,
  }
}

/** Other scripts may have letters that fold to ASCII in PostgreSQL and not here. */
const excludesPositions = (search: string) => /^[ -~]+$/.test(search) && !'position'.includes(search.toLowerCase())

/** Organisation and kind, by one index probe for each (a loose index scan). */
function kindsFound(search: string, viewer: Viewer, query: ListQuery) {
  const next = (organisation: ReturnType<typeof sql>, after: ReturnType<typeof sql>) => sql`
    (select e.event from tracker_event e
      where e.organisation_id = ${organisation} and e.event <> 'position' ${after} order by e.event limit 1)`
  return sql`(
    select o.id as organisation_id, kind.event from ${organisationsOver(viewer, query)} as o
      cross join lateral (
        with recursive kind (event) as (
          select ${next(sql`o.id`, sql``)}
          union all
          select ${next(sql`o.id`, sql`and e.event > kind.event`)} from kind where kind.event is not null)
        select kind.event from kind where kind.event ilike ${patternOf(search)}) as kind)`
}
