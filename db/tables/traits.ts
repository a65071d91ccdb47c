import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What is to be known of a table besides its columns. */
export interface Traits<Column extends string = string> {
  /** Why its rows stay when their organisation moves to another installation; those of other tables move. */
  stays?: string
  moves?: Moves<Column>
  /** Rows are removed before their organisation: its deletion does not cascade to them, or is restricted by them. */
  removal?: Removal<Column>
  /** Columns sealed by the key ring: what each is sealed for, by the row's value of `sealed_by`. */
  sealed?: { [K in Column]?: (key: string) => string }
  /** `id` unless given. */
  sealed_by?: Column
  /** Columns with names, which are sorted as people read them (`natural.ts`). */
  names?: readonly Column[]
  /** The column with an HMAC of a sealed one, by which its values are found within an organisation. */
  found_by?: { column: Column; of: Column; purpose(organisation_id: number): string }
  /** Whether each row has the key of a content, wrapped by the key ring: `key_id` and `wrapped_key`. */
  has_wrapped_key?: true
  /** What violations of its unique constraints are for people: the error's code and the field. */
  conflicts?: { [constraint: string]: readonly [code: ConflictCode, field: Column] }
  /** What its rows are for the person of their `user_id`, in whose export they are although no list shows them. */
  exported?: string
  purge?: Purge<Column>
  /** Which rows are over: upkeep deletes them (`api/upkeep.ts`). */
  past?: RawBuilder<SqlBool>
}

/** How the rows of an organisation are written at another installation. */
export interface Moves<Column extends string = string> {
  /** They are written with the accounts, which may be there already (`db/moving/users.ts`). */
  with_accounts?: true
  /** The column with the organisation's id: `organisation_id` unless given. */
  owner?: Column
  /** The rows of an organisation, as `t`: those with its id unless given. */
  rows?(organisation_id: number): RawBuilder<SqlBool>
  /** Values that are others there; `s` is the row of the file, `moving_<table>` has all of them. */
  values?: Values<Column>
  /** The same for a file that is not trusted; null leaves the rows out. */
  untrusted?: Values<Column> | null
  /** Values until all rows are written, since references go round or triggers refuse the final ones before. */
  at_first?: Values<Column>
  /** Rows without an organisation are built in: each installation has its own of the same values. */
  built_in_by?: readonly Column[]
  /** A trigger writes rows of this key with those of other tables. */
  made_by_trigger?: readonly Column[]
  /** The table that `entity_id` refers to, by `entity`. */
  about?(entity: string): string
  /** Columns of other tables with ids of this one without a foreign key: the row may have been deleted. */
  named_in?: readonly string[]
}

export interface Removal<Column extends string = string> {
  /** Rows go with others: only this reference is emptied. */
  empties?: Column
  /** A trigger writes rows when others are removed, so these are removed last. */
  made_by_trigger?: true
  /** A trigger that refuses to delete rows of an organisation that exists. */
  refused_by?: string
}

/** What the purge of a person does with rows of others. */
export interface Purge<Column extends string = string> {
  /** Why texts are kept although a person is named in them: in the table, or in some of its columns. */
  keeps?: string | { [K in Column]?: string }
  /** The column with the address that a row is about: it goes with the address. */
  address?: Column
  /** In which order rows of a person go, where rows refer to others of the table. */
  order?: RawBuilder<unknown>
  /** How rows of an erased phone go: without an index that finds them, or in a way of their own. */
  phone?: 'without_index' | 'apart'
}

/** Whether a moment of a row lies days ago; by default a month, as long as what was deleted can be asked for. */
export const isDaysAgo = (column: string, days = 30) =>
  sql<SqlBool>`${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`

type Values<Column extends string> = { [K in Column]?: RawBuilder<unknown> }
export type ConflictCode = 'conflict' | 'name_conflict' | 'number_conflict' | 'email_conflict' | 'username_conflict'
