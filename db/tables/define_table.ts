import type { Generated } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'

/**
 * Declares a table once: the schema of its rows and its types for Kysely derive from it.
 *
 * `defaults` are the columns that an insert may leave out; where that is most of them, `required` names the others.
 *
 * @example
 * export const Role = defineTable({
 *   name: 'role',
 *   columns: { id: Id, name: Type.String() },
 *   defaults: ['id'],
 * })
 */
export function defineTable<
  const Name extends string,
  Columns extends TProperties,
  Defaulted extends keyof Columns & string = never,
>(declaration: {
  name: Name
  columns: Columns
  defaults?: readonly Defaulted[]
  required?: undefined
}): Table<Name, Columns, Defaulted>
export function defineTable<
  const Name extends string,
  Columns extends TProperties,
  Required extends keyof Columns & string,
>(declaration: {
  name: Name
  columns: Columns
  required: readonly Required[]
}): Table<Name, Columns, Exclude<keyof Columns & string, Required>>
export function defineTable({ name, columns, defaults, required }: Declaration): Table {
  return {
    name,
    columns,
    row: Type.Object(columns),
    defaults: defaults ?? (required ? Object.keys(columns).filter((column) => !required.includes(column)) : []),
  }
}

export interface Table<
  Name extends string = string,
  Columns extends TProperties = TProperties,
  Defaulted extends keyof Columns & string = keyof Columns & string,
> {
  name: Name
  columns: Columns
  /** The schema of a row. */
  row: TObject<Columns>
  /** Columns that an insert may leave out. */
  defaults: readonly Defaulted[]
}

/** A row as it is read. No column is optional, so each is evaluated alone: far cheaper than `Static` of the object. */
export type RowOf<T extends { columns: TProperties }> = ColumnsOf<T['columns']>
export type ColumnsOf<Columns extends TProperties> = { [K in keyof Columns]: Static<Columns[K]> }

/** The row type of Kysely: columns with a default may be left out of an insert. */
export type KyselyTable<T extends { columns: TProperties; defaults: readonly string[] }> = {
  [K in keyof T['columns']]: K extends T['defaults'][number]
    ? Generated<Static<T['columns'][K]>>
    : Static<T['columns'][K]>
}

type Declaration = { name: string; columns: TProperties; defaults?: readonly string[]; required?: readonly string[] }
