import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { digitsOf } from '#messages/phones.ts'
import { displayName } from '../../crud/names/display_name.ts'
import { idArray } from './parts.ts'
import type { Words } from './words.ts'

/** By what the people of some accounts are found elsewhere. */
export type Identifiers = Words & {
  ids: number[]
  /** What the program writes into its own messages: names of one word too, and names of their boundaries. */
  written: string[]
}

/**
 * Reads by what people are found in what others keep. What another account has that is not deleted is left out, and
 * so is the address of an organisation that continues: it is not theirs alone.
 */
export async function identifiersOf(db: Db, ids: number[]): Promise<Identifiers> {
  const people = await db
    .selectFrom('user_account')
    .select(['username', 'email', 'email_alt', 'name', 'firstname', 'middlename', 'lastname', 'known_as'])
    .select(['phone_mobile', 'phone_proved', 'phone_home', 'phone_work', 'address1', 'address2', 'street'])
    .where('id', 'in', ids)
    .execute()
  const boundaries = await db.selectFrom('boundary').select('name').where('owner_user_id', 'in', ids).execute()
  const addresses = unique(people.flatMap(({ email, email_alt }) => [email, email_alt])).map((one) => one.toLowerCase())
  const numbers = unique(
    people.flatMap((one) => [one.phone_mobile, one.phone_proved, one.phone_home, one.phone_work]),
  ).flatMap(digitsOf)
  const full = people.flatMap(({ name, firstname, middlename, lastname, known_as }) => [
    ...(lastname ? [firstname, known_as, join(firstname, middlename)].map((first) => join(first, lastname)) : []),
    name,
    known_as,
  ])
  const lines = people.flatMap(({ address1, address2, street }) => [address1, address2, street]).filter(isAddressLine)
  const usernames = people.map(({ username }) => username)
  const written = [...usernames, ...people.map(displayName), ...boundaries.map(({ name }) => name)]
  const shared = await sharedOf(db, ids)
  const own = (words: (string | null)[]) => unique(words).filter((word) => !shared.has(word.toLowerCase()))
  return {
    ids,
    addresses: own(addresses),
    numbers: own(numbers.filter((number) => number.length >= SHORTEST_NUMBER)),
    names: own([...full, ...usernames, ...lines]).filter((name) => name.length >= SHORTEST_NAME && !isWord(name)),
    written: own(written).filter((name) => name.length >= SHORTEST_WRITTEN),
  }
}

/** What others have who stay: lower case, of numbers the digits. */
async function sharedOf(db: Db, ids: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    with others as (select * from user_account where deleted_at is null and id <> all(${idArray(ids)}))
    select lower(w) as word from others, unnest(array[email, email_alt, username, name, known_as, firstname,
      concat_ws(' ', firstname, lastname), concat_ws(' ', known_as, lastname),
      concat_ws(' ', firstname, middlename, lastname), address1, address2, street]) w where w <> ''
    union select regexp_replace(w, '\\D', '', 'g') from others,
      unnest(array[phone_mobile, phone_proved, phone_home, phone_work]) w where w <> ''
    union select case when w ~ '@' then lower(w) else regexp_replace(w, '\\D', '', 'g') end
      from organisation o, unnest(array[o.email, o.phone]) w where w <> '' and exists (select from membership m
        join others u on u.id = m.user_id and u.active where m.organisation_id = o.id)
    union select lower(name) from boundary where owner_user_id is null or owner_user_id <> all(${idArray(ids)})`.execute(
    db,
  )
  return new Set(rows.map(({ word }) => word))
}

const unique = (words: (string | null)[]) => [...new Set(words.map((word) => word?.trim() ?? '').filter(Boolean))]
const join = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
/** A word of other texts, too. */
const isWord = (name: string) => /^[\p{L}\p{M}]+$/u.test(name)
const isAddressLine = (line: string | null) => line !== null && /\d/.test(line) && /\p{L}{3}/u.test(line)

const SHORTEST_NUMBER = 7
const SHORTEST_NAME = 5
const SHORTEST_WRITTEN = 3
