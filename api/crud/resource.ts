import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { Database } from '#db/tables/index.ts'
import type { Scope } from './access.ts'
import type { ListQuery } from './list_query.ts'
import type { RowQuota } from './quotas.ts'
import type { Spread } from './spread.ts'
import type { Viewer } from './viewer.ts'

/**
 * A resource, declared once. Routes, validation, OpenAPI, CSV, the typed client and the access test derive from it.
 *
 * `name` is the path of one, `plural` of many. Writing verbs exist where their body, or `remove`, is given.
 */
export function defineResource<
  Name extends string,
  Row extends TObject,
  Filters extends Record<string, Filter>,
  Sort extends Sorts,
  Create extends TObject = never,
  Update extends TObject = never,
  Prepared = undefined,
>(
  resource: Resource<Name, Row, Filters, Create, Update, Sort, Prepared>,
): Resource<Name, Row, Filters, Create, Update, Sort, Prepared> {
  return resource
}

export type Resource<
  Name extends string = string,
  Row extends TObject = TObject,
  Filters extends Record<string, Filter> = Record<string, Filter>,
  Create extends TObject = TObject,
  Update extends TObject = TObject,
  Sort extends Sorts = Sorts,
  // biome-ignore lint/suspicious/noExplicitAny: a list of resources holds those that prepare different things
  Prepared = any,
> = {
  name: Name
  plural: string
  /** What people call one, where `name` is not a word. */
  noun?: string
  /** One line for the documentation. */
  about: string
  table: keyof Database
  /** What readers get. */
  row: Row
  /** Columns that are not simply read from the table, by name; a function where not every reader is shown the same. */
  // biome-ignore lint/suspicious/noExplicitAny: each column has a type of its own, which `row` states
  computed?: Record<string, Expression<any> | ((viewer: Viewer) => Expression<any>)>
  filters: Filters
  /** Text columns that `search` looks into; they may be computed. */
  search: string[]
  /** Finds what `search` means beside its text: the same thing, written in another way. */
  same?(text: string): Expression<SqlBool>
  /** What may be sorted by, and the expression to sort by where it is not the column itself. */
  sort: Sort
  default_sort: string
  /** The order of a list that is asked for without one, where an index gives another than the default. */
  sort_for?(viewer: Viewer, query: ListQuery): string | undefined
  /** Set where the key begins with the organisation and no index leads over all of them. */
  by_organisation?: boolean
  /** What a list is read by, part by part, instead of as a whole; `sort` is its order. */
  spread?(viewer: Viewer, query: ListQuery, sort: string): Spread | null
  /** What the viewer may read, and write. */
  reads(viewer: Viewer): Scope
  writes(viewer: Viewer): Scope
  /** Which organisation a row belongs to, where no column `organisation_id` says so. */
  organisation_id?: Expression<number | null>
  /** Whether a data lock freezes rows that are older than it. */
  lockable?: boolean
  /** What a new row counts against: the organisation's quota, and that of a person who does not run it. */
  quota?: { organisation?: RowQuota; person?: RowQuota }
  /** What else than JSON and CSV the list can be had as, by the word that `format` asks for it with. */
  files?: Record<string, FileFormat>
  create?: {
    body: Create
    answer?: TObject
    /** What takes long, before the transaction: a connection that waits for it would be missing to devices. */
    prepare?(db: Db, viewer: Viewer, body: Static<Create>): Promise<Prepared>
    run(trx: Trx, viewer: Viewer, body: Static<Create>, prepared: Prepared): Promise<Created>
  }
  update?: {
    body: Update
    /** Likewise; only for what the viewer may write. */
    prepare?(db: Db, viewer: Viewer, body: Static<Update> & Target): Promise<Prepared>
    run(trx: Trx, viewer: Viewer, body: Static<Update> & Target, prepared: Prepared): Promise<void>
  }
  remove?(trx: Trx, viewer: Viewer, target: Target): Promise<void>
}

export type FileFormat = {
  /** The media type. */
  type: string
  write(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): AsyncGenerator<string>
}

// biome-ignore lint/suspicious/noExplicitAny: an order may be by anything
type Sorts = Record<string, Expression<any> | null>

/** Adds a condition to a list. The schema validates and documents the query parameter. */
export type Filter<Schema extends TSchema = TSchema> = {
  schema: Schema
  /** @param table the resource's */
  where(value: Static<Schema>, viewer: Viewer, table: string): Expression<SqlBool>
}

/** A filter that wants a column to have the value given. */
export const equals = <Schema extends TSchema>(column: string, schema: Schema) => compares(column, schema, sql`=`)

/** Wants a column to be the value given, or above it. */
export const atLeast = <Schema extends TSchema>(column: string, schema: Schema) => compares(column, schema, sql`>=`)

/** Wants a column to be below the value given. */
export const below = <Schema extends TSchema>(column: string, schema: Schema) => compares(column, schema, sql`<`)

function compares<Schema extends TSchema>(column: string, schema: Schema, by: RawBuilder<unknown>): Filter<Schema> {
  return { schema, where: (value, _viewer, table) => sql`${sql.ref(`${table}.${column}`)} ${by} ${value}` }
}

export function defineFilter<Schema extends TSchema>(
  schema: Schema,
  where: (value: Static<Schema>, viewer: Viewer) => Expression<SqlBool>,
): Filter<Schema> {
  return { schema, where }
}

/** What is given to create or change something: nothing but these fields, of which the second may be left out. */
export function bodyOf<Required extends TProperties, Optional extends TProperties>(
  required: Required,
  optional: Optional,
): TObject<Required & { [K in keyof Optional]: TOptional<Optional[K]> }> {
  const optionals = Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]))
  return Type.Object({ ...required, ...optionals }, { additionalProperties: false }) as never
}

export const IdQuery = Type.Object({ id: Id }, { additionalProperties: false })

/** Given with an update or a removal, refuses it when somebody else has changed the row since. */
export const Target = Type.Object({ id: Id, modified_at: Type.Optional(Timestamp) }, { additionalProperties: false })

export type Target = { id: number; organisation_id: number }
/** The new row's id, and what is told only now. */
export type Created = { id: number; told_once?: Record<string, unknown> }
