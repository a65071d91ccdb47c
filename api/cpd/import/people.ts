import { type TProperties, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import type { ApiContext } from '../../context.ts'
import { checkLocale, checkTimezone } from '../../crud/checks.ts'
import { bodyOf } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { checkEmail, checkNotImpersonating } from '../../people/accounts/checks.ts'
import { createAccount } from '../../people/accounts/create_account.ts'
import { administered, profile } from '../../people/accounts/fields.ts'
import { invitation } from '../../people/invitation.ts'
import { cpdAdministered } from '../access.ts'
import { userrelationship } from '../people/userrelationship.ts'
import { makeCheck, toBody } from './cells.ts'
import type { Importer, ImportRequest } from './importer.ts'
import { usernameFor } from './username.ts'

const { name, firstname, lastname, phone_mobile, timezone, locale } = profile
const Email = Type.String({ minLength: 3, maxLength: 254 })
const body = bodyOf(
  { email: Email },
  {
    ...{ name, firstname, lastname, phone_mobile, timezone, locale },
    ...{ type: administered.type, number: administered.number, role_name: RoleName },
    /** Address of a member who supervises them, and is asked to accept. */
    supervisor: Email,
  },
)
const check = makeCheck(body)

/**
 * People of an organisation: an account with a mailed link for each new address. An address that has an account
 * elsewhere is invited instead; the answer does not say which.
 */
export const people: Importer = {
  resource: 'user',
  columns: Object.keys(body.properties),
  quota: { organisation: 'users' },
  async prepare(context, request) {
    const { viewer, organisation_id, commits, lines } = request
    checkNotImpersonating(viewer)
    await cpdAdministered(context.db, viewer, organisation_id)
    if (!commits) return
    // As with users that are created one by one, how often an address turns out to be taken is limited.
    const elsewhere = await elsewhereOf(context, organisation_id, lines)
    for (const _ of elsewhere) await takeAttempt(context.db, 'conflict_organisation', organisation_id)
  },
  async begin(trx, request) {
    const { viewer, organisation_id, date_order, preview } = request
    const seen = new Map<string, number>()
    const members = await membersOf(trx, organisation_id)
    return async (line, number) => {
      const values = toBody(line, body.properties as TProperties, { date_order }) as Values
      check(values)
      const { supervisor, role_name = 'User', ...person } = values
      const email = checkEmail(person.email).toLowerCase()
      const before = seen.get(email)
      if (before) throw new AppError('bad_request', `email: is in line ${before}, too.`, 'email')
      checkTimezone(person.timezone)
      checkLocale(person.locale)
      const supervisor_id = supervisor === undefined ? null : supervisorOf(members, supervisor, email)
      seen.set(email, number)
      const is_member = members.has(email)
      if (preview) {
        // Who comes later in the file may name them as their supervisor.
        if (!is_member) members.set(email, 0)
        return is_member ? 'existing' : 'created'
      }
      const user_id = members.get(email) ?? (await add(trx, request, { ...person, email, role_name }))
      // Not counted apart from new accounts: that would tell who has one elsewhere.
      if (user_id === null) return 'created'
      members.set(email, user_id)
      if (supervisor_id !== null) await relate(trx, viewer, { organisation_id, user_id, other_user_id: supervisor_id })
      return is_member ? 'existing' : 'created'
    }
  },
}

/** @returns the id of a new account; null for an address that has one, whose person is invited */
async function add(trx: Trx, { viewer, organisation_id }: ImportRequest, person: Person): Promise<number | null> {
  const { role_name, ...account } = person
  if (await hasAccount(trx, person.email)) {
    await invitation.create!.run(trx, viewer, { organisation_id, email: person.email, role_name }, undefined)
    return null
  }
  const username = await usernameFor(trx, person.email)
  return createAccount(trx, viewer, { ...account, username, organisation_id, role_name, password_hash: null })
}

/** Asks for a relationship, unless there is one that was not ended or declined. */
async function relate(trx: Trx, viewer: Viewer, of: Related): Promise<void> {
  const found = await trx
    .selectFrom('userrelationship')
    .select('id')
    .where((where) => where.and(of))
    .where('kind', '=', 'supervisor')
    .where('state', 'in', ['requested', 'accepted'])
    .executeTakeFirst()
  if (!found) await userrelationship.create!.run(trx, viewer, { ...of, kind: 'supervisor' }, undefined)
}

/** @throws {AppError} bad_request for one who is not a member, or the person themselves */
function supervisorOf(members: Map<string, number>, supervisor: string, email: string): number {
  const address = supervisor.trim().toLowerCase()
  if (address === email) throw new AppError('bad_request', 'supervisor: must be another person.', 'supervisor')
  const id = members.get(address)
  if (id !== undefined) return id
  throw new AppError(
    'bad_request',
    'supervisor: is no member; list supervisors above those they supervise.',
    'supervisor',
  )
}

/** Ids of an organisation's members, by their addresses in lower case. */
async function membersOf(trx: Trx, organisation_id: number): Promise<Map<string, number>> {
  const members = await trx
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.organisation_id', '=', organisation_id)
    .where('u.deleted_at', 'is', null)
    .execute()
  return new Map(members.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Addresses of accounts that are not members. */
async function elsewhereOf({ db }: ApiContext, organisation_id: number, lines: { email?: string }[]) {
  const addresses = lines.flatMap(({ email }) => (email ? [email.trim().toLowerCase()] : []))
  const found = await db
    .selectFrom('user_account as u')
    .select('u.id')
    .where((eb) => eb(eb.fn<string>('lower', ['u.email']), 'in', addresses.length > 0 ? addresses : ['']))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership as m')
            .select('m.id')
            .whereRef('m.user_id', '=', 'u.id')
            .where('m.organisation_id', '=', organisation_id),
        ),
      ),
    )
    .execute()
  return found
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return found !== undefined
}

type Values = Record<string, string> & { email: string; supervisor?: string; role_name?: Person['role_name'] }
type Person = Record<string, string> & { email: string; role_name: 'Administrator' | 'Staff' | 'User' | 'Customer' }
type Related = { organisation_id: number; user_id: number; other_user_id: number }
