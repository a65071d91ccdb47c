import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Filter, Resource } from './resource.ts'
import type { Viewer } from './viewer.ts'

/** The parts that the statements behind every resource are made of. */

export type ListQuery = {
  search?: string
  sort?: string
  limit?: number
  offset?: number
  /** Where the page before this one ended: its `info.next`. */
  after?: string
  [filter: string]: unknown
}

export function select(db: Db, resource: Resource) {
  const columns = Object.keys(resource.row.properties).map((name) => column(resource, name).as(name))
  // biome-ignore lint/suspicious/noExplicitAny: the table is known at run time only
  return db.selectFrom(resource.table as any).select(columns)
}

export function conditions(resource: Resource, viewer: Viewer, query: ListQuery): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [resource.reads(viewer)]
  for (const [name, filter] of Object.entries<Filter>(resource.filters)) {
    if (query[name] !== undefined) all.push(filter.where(query[name]))
  }
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, '\\$&')}%`
    const hits = resource.search.map((name) => sql`${column(resource, name)} ilike ${pattern}`)
    all.push(sql<SqlBool>`(${sql.join(hits, sql` or `)})`)
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

export const column = (resource: Resource, name: string) =>
  sql`${resource.computed?.[name] ?? sql.ref(`${resource.table}.${name}`)}`

export const isRow = (resource: Resource, id: number) => sql<SqlBool>`${sql.ref(`${resource.table}.id`)} = ${id}`
