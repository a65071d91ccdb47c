import { sql } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '#db/tables/columns.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'

/** The display name of the person in a column, for lists. */
export const nameOf = (column: string) =>
  sql<string | null>`(select ${displayNameOf('nu')} from user_account nu where nu.id = ${sql.ref(column)})`

export const PersonName = Nullable(Type.String({ description: 'Display name' }))
