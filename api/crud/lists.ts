import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ListQuery } from './list_query.ts'
import { cursorOf, isAfter, type Order, orderBy, orderOf } from './order.ts'
import { conditions, select } from './query.ts'
import type { Resource } from './resource.ts'
import type { Spread } from './spread.ts'
import { countRows } from './totals.ts'
import { makeTurns } from './turns.ts'
import type { Viewer } from './viewer.ts'

const DEFAULT_LIMIT = 50

/** Rows that are read at once where all are wanted. */
const PAGE = 1000

/** Lists and files may take long: whatever is asked for, others get their turn at the database. */
const turns = makeTurns({ at_once: 6, each: 100, all: 2000 })

/** A turn at reading rows, by people. A file takes one for each of its pages. */
export const inTurn = <T>(viewer: Viewer, read: () => Promise<T>) => turns(String(viewer.user_id), read)

/** One page, how many rows there are in all, and where the next page begins. */
export function list(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  return inTurn(viewer, () => readPage(db, resource, viewer, query))
}

async function readPage(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query
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
    const size = Math.min(PAGE, left)
    const { order, page } = statementsOf(db, resource, viewer, { ...query, after, limit: size, offset })
    const rows = await inTurn(viewer, () => page.limit(size).offset(offset).execute())
    yield* rows.map(withoutKey)
    if (rows.length < size) return
    after = cursorOf(order, rows.at(-1)!)
    offset = 0
    left -= size
  }
}

/**
 * What a list asks of the database: its page, and the condition that its total is counted by. The page's limit is the
 * caller's to set, at most one more than the query's.
 */
export function statementsOf(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  const { after, limit = DEFAULT_LIMIT, offset = 0 } = query
  const found = conditions(resource, viewer, query)
  const sort = query.sort ?? resource.sort_for?.(viewer, query) ?? resource.default_sort
  const order = orderOf(resource, viewer, sort)
  const wanted = after === undefined ? found : sql<SqlBool>`${found} and ${isAfter(order, after)}`
  const spread = resource.spread?.(viewer, query, sort)
  const page = (
    spread
      ? selectSpread(db, resource, viewer, spread, wanted, order, offset + limit + 1)
      : select(db, resource, viewer).where(wanted)
  )
    .$if(!order.is_id, (statement) => statement.select(order.by.as('sort_key')))
    .orderBy(orderBy(order))
  return { found, order, page }
}

/** @param most how many rows of each part may be in the page */
function selectSpread(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { over, where }: Spread,
  wanted: Expression<SqlBool>,
  order: Order,
  most: number,
) {
  const { table } = resource
  const part = sql`select * from ${sql.table(table)} where ${where} and ${wanted} order by ${orderBy(order)} limit ${sql.lit(most)}`
  return select(db, resource, viewer, sql`(select found.* from ${over} cross join lateral (${part}) as found)`)
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
