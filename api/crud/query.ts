import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ListQuery } from './list_query.ts'
import type { Filter, Resource } from './resource.ts'
import { inAnyOrganisation } from './spread.ts'
import type { Viewer } from './viewer.ts'

/**
 * The database with untyped tables, for names known at run time only: typed, each statement would be checked for every
 * table.
 */
export const untyped = (db: Db) => db as unknown as Kysely<AnyTables>

/** @param from replaces the table, under its name */
export function select(db: Db, resource: Resource, viewer: Viewer, from?: RawBuilder<unknown>): Rows {
  const columns = Object.keys(resource.row.properties).map((name) => column(resource, viewer, name).as(name))
  let statement: Rows = untyped(db).selectFrom((from ? from.as(resource.table) : resource.table) as string)
  for (const [alias, { table, on }] of Object.entries(resource.joins ?? {})) {
    statement = statement.leftJoin(`${table} as ${alias}`, (join) => join.on(on))
  }
  return statement.select(columns)
}

export function conditions(resource: Resource, viewer: Viewer, query: ListQuery): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [resource.reads(viewer)]
  const { listed } = resource
  if (listed && !(listed.unless && query[listed.unless] === true)) all.push(listed.where)
  for (const [name, filter] of Object.entries<Filter>(resource.filters)) {
    if (query[name] !== undefined) all.push(filter.where(query[name], viewer, resource.table))
  }
  const found = query.search && resource.finds?.(query.search, viewer, query)
  if (found) all.push(found)
  else if (query.search) {
    const pattern = patternOf(query.search)
    const matches = resource.search.map((name) => sql`${column(resource, viewer, name)} ilike ${pattern}`)
    if (resource.same) matches.push(sql`${resource.same(query.search)}`)
    all.push(sql<SqlBool>`(${sql.join(matches, sql` or `)})`)
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** The pattern of ILIKE for texts that contain a search. */
export const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export function column({ computed, table }: Resource, viewer: Viewer, name: string): RawBuilder<unknown> {
  const expression = computed?.[name] ?? sql.ref(`${table}.${name}`)
  return sql`${typeof expression === 'function' ? expression(viewer) : expression}`
}

export function isRow({ table, by_organisation }: Resource, id: number): Expression<SqlBool> {
  const is = sql<SqlBool>`${sql.ref(`${table}.id`)} = ${id}`
  return by_organisation ? sql<SqlBool>`${is} and ${inAnyOrganisation(table)}` : is
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are known at run time only
type AnyRow = Record<string, any>
type AnyTables = Record<string, AnyRow>
type Rows = SelectQueryBuilder<AnyTables, string, AnyRow>
