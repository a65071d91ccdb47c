import { type Generated, type RawBuilder, sql } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Traits } from './traits.ts'

/**
 * Declares a table once: the schema of its rows and its types for Kysely derive from it. Its traits say what backups,
 * moves to another installation, key rotation, exports and purges do with it.
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
>(
  declaration: { name: Name; columns: Columns; defaults?: readonly Defaulted[]; required?: undefined } & Traits<
    NoInfer<keyof Columns & string>
  >,
): Table<Name, Columns, Defaulted>
export function defineTable<
  const Name extends string,
  Columns extends TProperties,
  Required extends keyof Columns & string,
>(
  declaration: { name: Name; columns: Columns; required: readonly Required[] } & Traits<
    NoInfer<keyof Columns & string>
  >,
): Table<Name, Columns, Exclude<keyof Columns & string, Required>>
export function defineTable({ name, columns, defaults, required, ...traits }: Declaration): Table {
  return {
    ...traits,
    name,
    ref: sql.table(name),
    columns,
    row: Type.Object(columns),
    defaults: defaults ?? (required ? Object.keys(columns).filter((column) => !required.includes(column)) : []),
  }
}

export interface Table<
  Name extends string = string,
  Columns extends TProperties = TProperties,
  Defaulted extends keyof Columns & string = keyof Columns & string,
> extends Traits {
  name: Name
  /** The name in a statement. */
  ref: RawBuilder<unknown>
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

type Declaration = Traits & {
  name: string
  columns: TProperties
  defaults?: readonly string[]
  required?: readonly string[]
}
