import { type RawBuilder, sql } from 'kysely'

/** The display name of a person: name; else first and last name; else first name; else username; else e-mail. */
export function displayName({ name, firstname, lastname, username, email }: NameParts): string {
  const full = firstname && lastname ? `${firstname} ${lastname}` : firstname
  return name || full || username || email
}

/** The same in SQL, for lists. `table` is user_account, or its alias. */
export function displayNameOf(table: string): RawBuilder<string> {
  const filled = (column: string) => sql`nullif(${sql.ref(`${table}.${column}`)}, '')`
  return sql<string>`coalesce(${filled('name')}, ${filled('firstname')} || coalesce(' ' || ${filled('lastname')}, ''),
    ${filled('username')}, ${sql.ref(`${table}.email`)})`
}

type NameParts = {
  name: string | null
  firstname: string | null
  lastname: string | null
  username: string
  email: string
}
