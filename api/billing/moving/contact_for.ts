import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { checkEmails } from '../../crud/checks.ts'
import { rows } from '../../crud/rows.ts'
import { wrong } from '../../http/errors.ts'

/**
 * The contact that a line names: by its name, of several with this name by its address.
 *
 * @returns undefined if no contact has the name
 * @throws {AppError} bad_request where several have the name
 */
export async function findContact(trx: Trx, { organisation_id, name, email, column }: NameRequest) {
  const { rows: named } = await sql<{ id: number; user_id: number | null; email: string | null }>`
    select id::float8 as id, user_id::float8 as user_id, lower(email) as email from contact
    where organisation_id = ${organisation_id} and lower(name) = ${name.toLowerCase()} order by id limit 50`.execute(
    trx,
  )
  if (named.length < 2) return named[0]
  const by_address = email ? named.filter((one) => one.email === email.toLowerCase()) : []
  if (by_address.length === 1) return by_address[0]!
  throw wrong(column, `${named.length} contacts are called ${name.slice(0, 60)}: give the e-mail address of this one.`)
}

/**
 * Same, or a new one.
 *
 * @throws {AppError} bad_request if no contact has the name and `create` is false
 */
export async function contactFor(trx: Trx, { create, ...named }: NameRequest & { create: boolean }) {
  const { organisation_id, name, email = '', column } = named
  const known = await findContact(trx, named)
  if (known) return known
  if (!create) throw wrong(column, `there is no contact ${name.slice(0, 60)}: import contacts first.`)
  if (name.length > 200) throw wrong(column, 'has more than 200 characters.')
  const address = email === '' ? null : checkEmails(email, 'email')
  if (address?.includes(',')) throw wrong('email', 'give one address.')
  const { id } = await rows(trx, 'contact').insert({ organisation_id, name, email: address })
  return { id, user_id: null, email: address }
}

/** `column`: the one that is named by errors. */
export type NameRequest = { organisation_id: number; name: string; email?: string | undefined; column: string }
