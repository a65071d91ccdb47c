import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Reads a list in parts, each by its own index scan, and merges the parts. A scan over all organisations would pass all
 * newer rows of others before it reaches an organisation without recent rows.
 */
export type Spread = {
  /** The keys of the parts, as an item of FROM. */
  over: RawBuilder<unknown>
  /** The rows of a part. */
  where: RawBuilder<SqlBool>
}

/** For a row identified by its id alone: the primary key begins with the organisation. */
export const inAnyOrganisation = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = any(array(select o.id from organisation o))`
