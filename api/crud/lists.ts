import { type Expression, type SqlBool, sql } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { Db } from '#db/database.ts'
import { AppError } from '../http/errors.ts'
import { makeFairLimiter } from '../http/fair_limiter.ts'
import type { ListQuery } from './list_query.ts'
import { cursorOf, isAfter, type Order, orderBy, orderOf } from './order.ts'
import { PAGE_BYTES, readBounded } from './pages/bytes.ts'
import { countRows, sumRows } from './pages/totals.ts'
import { conditions, select } from './query.ts'
import type { ListRequest, Resource, RowIn, Total } from './resource.ts'
import type { ListInfo } from './schemas.ts'
import type { Spread } from './spread.ts'
import type { Viewer } from './viewer.ts'

const DEFAULT_LIMIT = 50

/** Rows a page when a whole list is streamed. */
export const PAGE = 1000

/** Lists and exports may be slow, so reads of all people share a fair concurrency limit. */
const limiter = makeFairLimiter({ concurrency: 6, per_user: 100, total: 2000 })

/** Runs a read under the limit, fairly by user. An export takes a slot for each of its pages. */
export const limitReads = <T>(viewer: Viewer, read: () => Promise<T>) => limiter(String(viewer.user_id), read)

/** One page, the total, and the cursor of the next page. */
export async function list<Row extends TObject>(
  db: Db,
  resource: Resource<string, Row>,
  viewer: Viewer,
  query: ListQuery,
): Promise<{ rows: RowIn<Row>[]; info: Static<typeof ListInfo> }> {
  // Files are read under a limit of their own, outside of this one: its slots are for statements.
  if (resource.archived) return readPage<RowIn<Row>>(db, resource, viewer, query, (read) => limitReads(viewer, read))
  return limitReads(viewer, () => readPage<RowIn<Row>>(db, resource, viewer, query, (read) => read()))
}

async function readPage<Row>(db: Db, resource: Resource, viewer: Viewer, query: ListQuery, limited: Limited) {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query
  const { order, where, page } = statementsOf(db, resource, viewer, query)
  const request = { db, resource, viewer, query }
  // Reads one row more than the limit to know whether another page follows.
  const size = limit + 1
  const statement = page.limit(size).offset(offset)
  // Two tiers are merged from whole pages: their rows are reports, which have a limit each.
  const { rows: stored, is_cut } = await limited(async () =>
    resource.archived ? { rows: await statement.execute(), is_cut: false } : readBounded(db, resource, statement, size),
  )
  const read = resource.archived ? await resource.archived.page(request, stored, size) : stored
  const rows = read.slice(0, limit)
  const more = is_cut || read.length > limit
  // Who adds up all rows has counted them, too.
  const added =
    resource.sums && query.sums === true ? await limited(() => sumRows(db, resource, where, resource.sums!)) : null
  const { total, estimated } = added ?? (await totalOf(request, where, more ? null : rows.length, limited))
  const info = {
    total,
    ...(estimated && { total_is_estimated: true as const }),
    limit,
    offset,
    ...(more && { next: cursorOf(order, rows.at(-1)!) }),
    ...(is_cut && { is_cut }),
    ...(added && { sums: added.sums }),
  }
  return { rows: rows.map(withoutKey) as Row[], info }
}

/** Streams all matching rows, in keyset pages. */
export function listAll<Row extends TObject>(
  db: Db,
  resource: Resource<string, Row>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<RowIn<Row>> {
  const rows = resource.archived?.stream({ db, resource, viewer, query }) ?? listTable(db, resource, viewer, query)
  return rows as AsyncGenerator<RowIn<Row>>
}

async function* listTable(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  let { after, offset = 0 } = query
  for (let left = query.limit ?? Number.MAX_SAFE_INTEGER; left > 0; ) {
    const size = Math.min(PAGE, left)
    const { order, page } = statementsOf(db, resource, viewer, { ...query, after, limit: size, offset })
    const { rows, is_cut } = await limitReads(viewer, () =>
      readBounded(db, resource, page.limit(size).offset(offset), size),
    )
    yield* rows.map(withoutKey)
    if (rows.length < size && !is_cut) return
    after = cursorOf(order, rows.at(-1)!)
    offset = 0
    left -= rows.length
  }
}

/**
 * The statements of a list: its page, and the condition for its total. The caller sets the page's limit, at most one
 * more than the query's.
 */
export function statementsOf(db: Db, resource: Resource, viewer: Viewer, query: ListQuery) {
  const { after, limit = DEFAULT_LIMIT, offset = 0 } = query
  const where = conditions(resource, viewer, query)
  const sort = query.sort ?? resource.sort_for?.(viewer, query) ?? resource.default_sort
  const order = { ...orderOf(resource, viewer, sort), by_sorting: resource.is_sorted?.(viewer, query) ?? false }
  const page_where = after === undefined ? where : sql<SqlBool>`${where} and ${isAfter(order, after)}`
  const spread = resource.spread?.(viewer, query, sort)
  const listed = resource.in_lists
    ? { ...resource, computed: { ...resource.computed, ...resource.in_lists } }
    : resource
  const page = (
    spread
      ? selectSpread(db, listed, viewer, spread, page_where, order, offset + limit + 1)
      : select(db, listed, viewer).where(page_where)
  )
    .$if(!order.is_id, (statement) => statement.select(order.by.as('sort_key')))
    .orderBy(orderBy(order))
  return { where, order, page }
}

/** @param most rows of each part that the page can need */
function selectSpread(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { over, where: part_where }: Spread,
  page_where: Expression<SqlBool>,
  order: Order,
  most: number,
) {
  const { table } = resource
  const part = sql`select * from ${sql.table(table)} where ${part_where} and ${page_where} order by ${orderBy(order)} limit ${sql.lit(most)}`
  return select(db, resource, viewer, sql`(select part_rows.* from ${over} cross join lateral (${part}) as part_rows)`)
}

/** @param last_page rows on the page if it is the last one: then no count is needed */
async function totalOf(
  request: ListRequest,
  where: Expression<SqlBool>,
  last_page: number | null,
  limited: Limited,
): Promise<Total> {
  const { db, resource, query } = request
  const { offset = 0, after } = query
  const is_counted = after === undefined && last_page !== null && (last_page > 0 || offset === 0)
  if (is_counted) return { total: offset + last_page, estimated: false }
  const countStored = () => limited(() => countRows(db, resource, where))
  return resource.archived?.count(request, countStored) ?? countStored()
}

/**
 * All matching rows, for an answer that has them in one piece.
 *
 * @throws {AppError} too_large where they are more than a page may have
 */
export async function gather<Row extends TObject>(
  db: Db,
  resource: Resource<string, Row>,
  viewer: Viewer,
  query: ListQuery,
): Promise<RowIn<Row>[]> {
  const found: RowIn<Row>[] = []
  let bytes = 0
  for await (const row of listAll(db, resource, viewer, query)) {
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > PAGE_BYTES) {
      const sentence = `The ${resource.plural} have more than ${PAGE_BYTES / 2 ** 20} MB together: read them as a list, in pages.`
      throw new AppError('too_large', sentence)
    }
    found.push(row as RowIn<Row>)
  }
  return found
}

/** Runs a read under a limit. */
type Limited = <T>(read: () => Promise<T>) => Promise<T>

export function withoutKey({ sort_key: _, ...row }: Record<string, unknown>): Record<string, unknown> {
  return row
}
