import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tableOf } from '#db/tables/index.ts'
import { natural } from '#db/tables/natural.ts'
import { wrong } from '../http/errors.ts'
import { column } from './query.ts'
import type { Resource } from './resource.ts'
import type { Viewer } from './viewer.ts'

/**
 * The order of a list. The id breaks ties, so that pages neither repeat nor skip rows; nulls come last. A column
 * without nulls is sorted without NULLS LAST: only then can an index be scanned in either direction.
 */
export function orderOf(resource: Resource, viewer: Viewer, sort: string): Order {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const by = sortedBy(resource, viewer, name)
  const id = sql.ref<number>(`${resource.table}.id`)
  const is_id = name === 'id' || isSame(by, id)
  return { sort, by, id, is_id, descending, nullable: !is_id && isNullable(resource, name) }
}

export function orderBy({ by, id, is_id, descending, nullable, by_sorting }: Order): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  // An expression that no index has, so that PostgreSQL sorts.
  if (is_id) return sql`${id}${sql.raw(by_sorting ? ' + 0' : '')} ${direction}`
  return sql`${by} ${direction}${sql.raw(nullable ? ' nulls last' : '')}, ${id} ${direction}`
}

/** The cursor after a row, as text. `row` has `sort_key` beside its columns. */
export function cursorOf({ sort, is_id }: Order, row: Record<string, unknown>): string {
  const key = is_id ? null : row.sort_key
  return Buffer.from(JSON.stringify([sort, key, row.id])).toString('base64url')
}

/**
 * The condition for rows after a cursor.
 *
 * @throws {AppError} bad_request for an invalid cursor, or one of another order
 */
export function isAfter(order: Order, cursor: string): RawBuilder<SqlBool> {
  const [key, last_id] = readCursor(order, cursor)
  const { by, id, is_id, descending, nullable } = order
  const behind = sql.raw(descending ? '<' : '>')
  if (is_id) return sql<SqlBool>`${id} ${behind} ${last_id}`
  if (key === null) return sql<SqlBool>`(${by} is null and ${id} ${behind} ${last_id})`
  const next = sql<SqlBool>`(${by}, ${id}) ${behind} (${key}, ${last_id})`
  return nullable ? sql<SqlBool>`(${next} or ${by} is null)` : next
}

/** @throws {AppError} bad_request for an invalid cursor, or one of another order */
export function readCursor({ sort, nullable, is_id }: Order, cursor: string): [key: unknown, id: number] {
  const invalid = wrong('after', 'is not the `next` of a page in this order.')
  let cursor_parts: unknown
  try {
    cursor_parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalid
  }
  if (!Array.isArray(cursor_parts) || cursor_parts.length !== 3 || cursor_parts[0] !== sort) throw invalid
  const [, key, id] = cursor_parts
  if (!Number.isSafeInteger(id)) throw invalid
  const fits = key === null ? nullable || is_id : !is_id && ['string', 'number', 'boolean'].includes(typeof key)
  if (!fits) throw invalid
  return [key, id]
}

function sortedBy(resource: Resource, viewer: Viewer, name: string): RawBuilder<unknown> {
  if (resource.sort[name]) return sql`${resource.sort[name]}`
  const by = column(resource, viewer, name)
  return tableOf.get(resource.table)?.names?.includes(name) ? natural(by) : by
}

const isSame = (by: Expression<unknown>, id: Expression<unknown>) =>
  JSON.stringify(by.toOperationNode()) === JSON.stringify(sql`${id}`.toOperationNode())

/** Whether the row's schema allows null. A sort by an expression has the name of the column it shows. */
function isNullable(resource: Resource, name: string): boolean {
  const schema = resource.row.properties[name] as { anyOf?: { type?: string }[] } | undefined
  return schema?.anyOf?.some(({ type }) => type === 'null') ?? false
}

export type Order = {
  /** As in the query, with its minus. */
  sort: string
  by: RawBuilder<unknown>
  id: RawBuilder<number> | Expression<number>
  is_id: boolean
  descending: boolean
  nullable: boolean
  /** Whether the rows found are sorted, instead of read in this order from an index. */
  by_sorting?: boolean
}
