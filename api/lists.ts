import type { Expression, SqlBool } from 'kysely'
import { cursorOf, isAfter, orderBy, orderOf } from './order.ts'
import { conditions, type ListQuery, select } from './query.ts'
import type { Db, Resource } from './resource.ts'
import { countRows } from './totals.ts'
import type { Viewer } from './viewer.ts'

/** Rows that are read at once where all are wanted. */
const PAGE = 1000

/** One page, how many rows there are in all, and where the next page begins. */
export async function list(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  const { limit = 50, offset = 0 } = query
  const { order, found, page } = statementsOf(db, resource, viewer, query)
  // One more than wanted tells whether there is another page.
  const read = await page
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const rows = read.slice(0, limit)
  const more = read.length > limit
  const { total, estimated } = await totalOf(db, resource, found, query, more ? null : rows.length)
  const info = {
    total,
    ...(estimated && { total_is_estimated: true }),
    limit,
    offset,
    ...(more && { next: cursorOf(order, rows.at(-1)!) }),
  }
  return { rows: rows.map(withoutKey), info }
}

/** All that matches, read in pages of which each begins where the last one ended. */
export async function* listAll(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  let { after, offset = 0 } = query
  for (let left = query.limit ?? Number.MAX_SAFE_INTEGER; left > 0; ) {
    const { order, page } = statementsOf(db, resource, viewer, { ...query, after })
    const size = Math.min(PAGE, left)
    const rows = await page.limit(size).offset(offset).execute()
    yield* rows.map(withoutKey)
    if (rows.length < size) return
    after = cursorOf(order, rows.at(-1)!)
    offset = 0
    left -= size
  }
}

/** What a list asks of the database: its page, and the condition that its total is counted by. */
export function statementsOf(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  const { after } = query
  const found = conditions(resource, viewer, query)
  const order = orderOf(resource, query.sort)
  const page = select(db, resource)
    .$if(!order.is_id, (statement) => statement.select(order.by.as('sort_key')))
    .where(found)
    .$if(after !== undefined, (statement) => statement.where(isAfter(order, after!)))
    .orderBy(orderBy(order))
  return { found, order, page }
}

/** @param last_page how many rows the page has where none follows it: then nothing is counted */
async function totalOf(
  db: Db,
  resource: Resource,
  found: Expression<SqlBool>,
  { offset = 0, after }: ListQuery,
  last_page: number | null,
) {
  const known = after === undefined && last_page !== null && (last_page > 0 || offset === 0)
  if (known) return { total: offset + last_page, estimated: false }
  return countRows(db, resource.table, found)
}

function withoutKey({ sort_key: _, ...row }: Record<string, unknown>): Record<string, unknown> {
  return row
}
