import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ColumnsOf } from '#db/tables/define_table.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import type { ApiConfig, ApiContext } from '../context.ts'
import type { Scope } from './access.ts'
import type { ListQuery } from './list_query.ts'
import type { QuotasOf } from './quotas.ts'
import { type Need, narrow } from './roles/limit.ts'
import { placeOfResource } from './roles/places.ts'
import type { Spread } from './spread.ts'
import type { Viewer } from './viewer.ts'

/**
 * Declares a resource. Routes, validation, OpenAPI, CSV, the typed client and the access test derive from it.
 *
 * `name` is the path of one row, `plural` that of the list. Writing routes exist for the verbs that are declared.
 */
export function defineResource<
  Name extends string,
  Row extends TObject,
  Filters extends Record<string, Filter>,
  Sort extends Sorts,
  Create extends TObject = never,
  Update extends TObject = never,
  Prepared = undefined,
  Removal extends TObject = TObject<Record<never, never>>,
>(
  resource: Resource<Name, Row, Filters, Create, Update, Sort, Prepared, Removal>,
): Resource<Name, Row, Filters, Create, Update, Sort, Prepared, Removal> {
  return {
    ...resource,
    // A role of an organisation may close the area of the resource, at each place where its rows are read or written.
    reads: (viewer) => resource.reads(narrowTo(resource, viewer, 'read')),
    writes: (viewer) => resource.writes(narrowTo(resource, viewer, 'write')),
  }
}

/** The viewer with the memberships whose roles allow to read, or to write, rows of the resource. */
export const narrowTo = ({ name }: { name: string }, viewer: Viewer, need: Need): Viewer =>
  narrow(viewer, placeOfResource(name, need), need)

export type Resource<
  Name extends string = string,
  Row extends TObject = TObject,
  Filters extends Record<string, Filter> = Record<string, Filter>,
  Create extends TObject = TObject,
  Update extends TObject = TObject,
  Sort extends Sorts = Sorts,
  // biome-ignore lint/suspicious/noExplicitAny: a list of resources holds those that prepare different things
  Prepared = any,
  Removal extends TObject = TObject,
> = {
  name: Name
  plural: string
  /** The noun for messages, where `name` is an identifier. */
  noun?: string
  /** A summary line for the API documentation. */
  about: string
  table: keyof Database
  /**
   * Tables joined one to one, by alias, for `computed`, filters and sorts: read once for a row, and not at all by
   * statements that use none of their columns. Not together with `spread`.
   */
  joins?: Record<string, Join>
  /** The row in answers. */
  row: Row
  /** Sets what no statement computes, such as what the key ring opens, in rows of a page. Exports leave it out. */
  complete?(
    context: ApiContext,
    viewer: Viewer,
    rows: Record<string, unknown>[],
    /** Of a list that is read page by page. */
    query?: ListQuery,
  ): Promise<void>
  /** Notes that a list is exported as a file, before it is. */
  exports?(context: ApiContext, viewer: Viewer, query: ListQuery): Promise<void>
  /** Columns computed by an expression, by name; a function where the value depends on the viewer. */
  // biome-ignore lint/suspicious/noExplicitAny: each column has a type of its own, which `row` states
  computed?: Record<string, Expression<any> | ((viewer: Viewer) => Expression<any>)>
  /** Columns that lists compute by another expression, since their values may be too large for a page of rows. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  in_lists?: Record<string, Expression<any>>
  filters: Filters
  /** Whether a row is listed and counted, where some are only read by their id, or by a filter that asks for them. */
  listed?: { where: Expression<SqlBool>; unless?: string }
  /** Text columns that `search` matches; they may be computed. */
  search: string[]
  /** Replaces the condition of a `search` where an index finds the same rows faster; null for the usual one. */
  finds?(search: string, viewer: Viewer, query: ListQuery): Expression<SqlBool> | null
  /** Matches another spelling of the same value in a `search`, such as a tracker number. */
  same?(text: string): Expression<SqlBool>
  /** Sortable columns, each with the expression to sort by, or null for the column itself. */
  sort: Sort
  default_sort: string
  /** The default order for a query, where an index supports another than `default_sort`. */
  sort_for?(viewer: Viewer, query: ListQuery): string | undefined
  /** Whether the rows found are few, so that sorting them beats an index in order of ids, which passes other rows. */
  is_sorted?(viewer: Viewer, query: ListQuery): boolean
  /** Set for history, whose lists replicas of the database may answer. */
  is_history?: boolean
  /** Set where the primary key begins with the organisation, and no index covers all organisations. */
  by_organisation?: boolean
  /** Splits a list into parts that an index can read each in order; `sort` is the list's order. */
  spread?(viewer: Viewer, query: ListQuery, sort: string): Spread | null
  /** What lists add up over all rows that match, by name, where they are asked to (`sums`). */
  sums?: Record<string, Expression<number | null>>
  /** Access scopes of the viewer. */
  reads(viewer: Viewer): Scope
  writes(viewer: Viewer): Scope
  /** The rule that both follow, where `belonging_rows.ts` makes them: lines of the access table derive from it. */
  belongs?: 'owner' | { readers: readonly MembershipRole[]; writers: readonly MembershipRole[] }
  /** Rows that are kept in files once they are old: lists and single rows are read from both. */
  archived?: Archived
  /** The organisation of a row, where the table has no column `organisation_id`. */
  organisation_id?: Expression<number | null>
  /** The name of a row, where files can be attached to it. */
  attachable?: RawBuilder<string>
  /** Whether a data lock freezes rows that are older than it. */
  lockable?: boolean
  /** Quotas of a new row: the organisation's, and the person's for members who do not administer it. */
  quota?: QuotasOf
  /** Columns of the CSV file besides the row's, each computed from the row. */
  csv?: Record<string, (row: Record<string, unknown>) => string | null>
  /** Further file formats of the list, by the value of `format`. */
  files?: Record<string, FileFormat>
  /** Whether its creates and updates are actions of its domain: their bodies are of two types. */
  writes_apart?: true
  /** Writes that would give an impersonator access beyond the impersonation. */
  lasting?: readonly ('create' | 'update')[]
  /** Fields that may be set for many rows in one request (`POST bulk`). */
  bulk?: readonly string[]
  /** Fields that are unique in the installation: conflicts with rows that the viewer does not see are counted. */
  unique?: readonly string[]
  create?: {
    body: Create
    answer?: TObject
    /** Slow work before the transaction, so that it holds no connection that devices need. */
    prepare?(db: Db, viewer: Viewer, body: Static<Create>, config: ApiConfig): Promise<Prepared>
    run(trx: Trx, viewer: Viewer, body: Static<Create>, prepared: Prepared): Promise<Created>
  }
  update?: {
    body: Update
    /** Same; only called for rows that the viewer may write. */
    prepare?(db: Db, viewer: Viewer, body: Static<Update> & Target, config: ApiConfig): Promise<Prepared>
    // biome-ignore lint/suspicious/noConfusingVoidType: most updates return nothing
    run(trx: Trx, viewer: Viewer, body: Static<Update> & Target, prepared: Prepared): Promise<Updated | void>
  }
  /**
   * Deletes many rows that go with a row, in short transactions before its own; only called for rows that the viewer may
   * write. They are gone though the rest should fail.
   */
  prepare_removal?(db: Kysely<Database>, target: Target): Promise<void>
  /** What a removal may say besides the row. */
  removal?: Removal
  remove?(trx: Trx, viewer: Viewer, target: Target & Static<Removal>): Promise<void>
  /** A sentence about a row that was created or updated, which follows the answer's message. */
  remark?(db: Db, viewer: Viewer, id: number): Promise<string | null>
}

/** A row of a resource; of any value where the resource is not known. */
export type RowIn<Row extends TObject> = string extends keyof Row['properties']
  ? // biome-ignore lint/suspicious/noExplicitAny: the columns of any resource
    Record<string, any>
  : ColumnsOf<Row['properties']>

/** The second tier of a resource; `api/crud/tiers` makes it. */
export type Archived = {
  /**
   * A page of both tiers.
   *
   * @param stored the page of the table: up to `size` rows from the query's offset on, each with its sort key
   */
  page(request: ListRequest, stored: Record<string, unknown>[], size: number): Promise<Record<string, unknown>[]>
  /** All rows of both tiers in the order of the list, without their sort keys. */
  stream(request: ListRequest): AsyncGenerator<Record<string, unknown>>
  /** Adds the rows in files to a count of the table. */
  count(request: ListRequest, countStored: () => Promise<Total>): Promise<Total>
  /** A row by its id; undefined if the viewer may not read it. */
  one(db: Db, resource: Resource, viewer: Viewer, id: number): Promise<Record<string, unknown> | undefined>
}

/** A list that a viewer reads. */
export type ListRequest = { db: Db; resource: Resource; viewer: Viewer; query: ListQuery }
export type Total = { total: number; estimated: boolean }

export type Join = { table: keyof Database; on: Expression<SqlBool> }

export type FileFormat = {
  /** The media type. */
  type: string
  /** What its readers should know of it, for the API documentation. */
  about?: string
  write(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): AsyncGenerator<string>
}

// biome-ignore lint/suspicious/noExplicitAny: an order may be by anything
type Sorts = Record<string, Expression<any> | null>

/** A filter of a list. The schema validates and documents the query parameter. */
export type Filter<Schema extends TSchema = TSchema> = {
  schema: Schema
  /** @param table the resource's */
  where(value: Static<Schema>, viewer: Viewer, table: string): Expression<SqlBool>
  /** The table whose row its value is the id of: the audit log says of which row a list was exported. */
  names?: keyof Database
}

/** Filters by a column that equals the value, which may be the id of a row of the table `names`. */
export const equals = <Schema extends TSchema>(column: string, schema: Schema, names?: keyof Database) => ({
  ...compares(column, schema, sql`=`),
  ...(names && { names }),
})

/** Filters by a column that is at least the value. */
export const atLeast = <Schema extends TSchema>(column: string, schema: Schema) => compares(column, schema, sql`>=`)

/** Filters by a column below the value. */
export const below = <Schema extends TSchema>(column: string, schema: Schema) => compares(column, schema, sql`<`)

function compares<Schema extends TSchema>(column: string, schema: Schema, by: RawBuilder<unknown>): Filter<Schema> {
  return { schema, where: (value, _viewer, table) => sql`${sql.ref(`${table}.${column}`)} ${by} ${value}` }
}

export function defineFilter<Schema extends TSchema>(
  schema: Schema,
  where: (value: Static<Schema>, viewer: Viewer) => Expression<SqlBool>,
  names?: keyof Database,
): Filter<Schema> {
  return { schema, where, ...(names && { names }) }
}

/** A body schema with required and optional fields, and no others. */
export function bodyOf<Required extends TProperties, Optional extends TProperties>(
  required: Required,
  optional: Optional,
): TObject<Required & { [K in keyof Optional]: TOptional<Optional[K]> }> {
  const optionals = Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]))
  return Type.Object({ ...required, ...optionals }, { additionalProperties: false }) as never
}

export const IdQuery = Type.Object({ id: Id }, { additionalProperties: false })

/** Identifies the row to write. With `modified_at` the write is refused if the row has changed since. */
export const Target = Type.Object({ id: Id, modified_at: Type.Optional(Timestamp) }, { additionalProperties: false })

export type Target = { id: number; organisation_id: number }
/** Secrets of an update that are shown only once. */
export type Updated = Pick<Created, 'shown_once'>
/** The new row's id, and secrets that are shown only once. */
export type Created = { id: number; shown_once?: Record<string, unknown> }
