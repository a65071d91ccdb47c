import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { checkEmail, checkLocale, checkTimezone } from '../../crud/checks.ts'
import { makeCheck, toBody } from '../../crud/imports/cells.ts'
import { checkMails } from '../../crud/quotas.ts'
import { bodyOf } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { type AppError, wrong } from '../../http/errors.ts'
import { toAppError } from '../../http/failures.ts'
import { createAccount } from '../../people/accounts/create_account.ts'
import { administered, profile } from '../../people/accounts/fields.ts'
import { invitation } from '../../people/invitation.ts'
import { cpdOrganisation } from '../access.ts'
import { userrelationship } from '../people/userrelationship.ts'
import { checkFacts, type Facts, factColumns, writeFacts } from './facts.ts'
import {
  attemptAsync,
  type Checked,
  type Importer,
  type ImportRequest,
  type NumberedLine,
  type Written,
} from './importer.ts'
import { usernameFor } from './username.ts'

const { name, firstname, lastname, phone_mobile, timezone, locale } = profile
const Email = Type.String({ minLength: 3, maxLength: 254 })
const body = bodyOf(
  { email: Email },
  {
    name,
    firstname,
    lastname,
    phone_mobile,
    timezone,
    locale,
    type: administered.type,
    number: administered.number,
    role_name: RoleName,
    /** Address of a member who supervises them, and is asked to accept. */
    supervisor: Email,
    ...factColumns,
  },
)
const check = makeCheck(body)

/**
 * People of an organisation: an account with a mailed link for each new address. An address that has an account
 * elsewhere is invited instead; the answer does not say which.
 */
export const people: Importer<Row> = {
  resource: 'user',
  columns: Object.keys(body.properties),
  quota: { organisation: 'users' },
  pace: { first: 3, least: 1, most: 10 },
  async prepare(context, request) {
    const { viewer, organisation_id, commits, lines } = request
    checkNotImpersonating(viewer)
    // Accounts and roles are the Administrators', not of CPD officers.
    administeredFor(viewer, await cpdOrganisation(context.db, viewer, organisation_id))
    if (!commits) return
    // As with users that are created one by one, how often an address turns out to be taken is limited.
    const elsewhere = await elsewhereOf(context.db, organisation_id, lines)
    for (const _ of elsewhere) await takeAttempt(context.db, 'conflict_organisation', organisation_id)
  },
  checkRoom: (trx, { organisation_id }, people) => checkMails(trx, organisation_id, people),
  async begin(db, request) {
    const { organisation_id, date_order, preview, lines } = request
    const seen = new Map<string, number>()
    const members = await membersOf(db, organisation_id)
    const invited = await invitedTo(db, organisation_id)
    // A preview does not tell who they are: looking is not counted.
    const elsewhere = preview ? new Set<string>() : await elsewhereOf(db, organisation_id, lines)
    const checkLine = async (db: Db, { line, number }: NumberedLine): Promise<Checked<Row>> => {
      const values = toBody(line, body.properties as TProperties, { date_order }) as Values & Facts
      check(values)
      const { supervisor, role_name = 'User', registered_from, qualification, ...person } = values
      const email = checkEmail(person.email).toLowerCase()
      const before = seen.get(email)
      if (before) throw wrong('email', `is in line ${before}, too.`)
      checkTimezone(person.timezone)
      checkLocale(person.locale)
      const supervisor_email = supervisor === undefined ? null : supervisorOf(members, supervisor, email)
      const facts = { ...(registered_from && { registered_from }), ...(qualification && { qualification }) }
      const user_id = members.get(email) || null
      await checkFacts(db, request.viewer, { organisation_id, user_id, role_name }, facts)
      seen.set(email, number)
      const is = members.has(email) || invited.has(email) ? 'existing' : 'created'
      if (invited.has(email)) return { row: null, is }
      // Who comes later in the file may name them as their supervisor.
      if (is === 'created' && !elsewhere.has(email)) members.set(email, NEW)
      return { row: { person: { ...person, email, role_name }, supervisor_email, facts, is }, is }
    }
    return {
      async check(db, some) {
        const checked: Checked<Row>[] = []
        // One by one, since a line may name a person of a line above it.
        for (const line of some) checked.push(await attemptAsync(() => checkLine(db, line)))
        return checked
      },
      async write(trx, rows) {
        const written: (Written | AppError)[] = []
        for (const row of rows) written.push(await inSavepoint(trx, () => add(trx, request, members, row)))
        return written
      },
    }
  },
}

/** One that is refused does not hide the next. */
async function inSavepoint(trx: Trx, work: () => Promise<Written>): Promise<Written | AppError> {
  await sql`savepoint person`.execute(trx)
  try {
    const written = await work()
    await sql`release savepoint person`.execute(trx)
    return written
  } catch (error) {
    await sql`rollback to savepoint person`.execute(trx)
    const known = toAppError(error as FastifyError)
    if (!known || known.status >= 500) throw error
    return known
  }
}

async function add(trx: Trx, request: ImportRequest, members: Members, row: Row): Promise<Written> {
  const { viewer, organisation_id } = request
  const { person, supervisor_email, facts, is } = row
  const user_id = is === 'existing' ? members.get(person.email)! : await addNew(trx, request, person)
  // Not counted apart from new accounts: that would tell who has one elsewhere.
  if (user_id === null) return 'created'
  members.set(person.email, user_id)
  await writeFacts(trx, viewer, { organisation_id, user_id, role_name: person.role_name }, facts)
  if (supervisor_email !== null) {
    const other_user_id = members.get(supervisor_email)!
    if (other_user_id === NEW) throw noMember()
    await relate(trx, viewer, { organisation_id, user_id, other_user_id })
  }
  return is
}

/** @returns the id of a new account; null for an address that has one, whose person is invited */
async function addNew(trx: Trx, { viewer, organisation_id }: ImportRequest, person: Person): Promise<number | null> {
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

/**
 * @returns the supervisor's address, in lower case
 * @throws {AppError} bad_request for one who is not a member, or the person themselves
 */
function supervisorOf(members: Members, supervisor: string, email: string): string {
  const address = supervisor.trim().toLowerCase()
  if (address === email) throw wrong('supervisor', 'must be another person.')
  if (!members.has(address)) throw noMember()
  return address
}

const noMember = () => wrong('supervisor', 'is no member; list supervisors above those they supervise.')

/** Ids of an organisation's members, by their addresses in lower case. */
async function membersOf(db: Db, organisation_id: number): Promise<Members> {
  const members = await db
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.organisation_id', '=', organisation_id)
    .where('u.deleted_at', 'is', null)
    .execute()
  return new Map(members.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Addresses with an open invitation, in lower case: a second import of a file invites them once. */
async function invitedTo(db: Db, organisation_id: number): Promise<Set<string>> {
  const open = await db
    .selectFrom('invitation')
    .select('email')
    .where('organisation_id', '=', organisation_id)
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
  return new Set(open.map(({ email }) => email.toLowerCase()))
}

/** Addresses of accounts that are not members. */
async function elsewhereOf(db: Db, organisation_id: number, lines: NumberedLine[]): Promise<Set<string>> {
  const addresses = lines.flatMap(({ line: { email } }) => (email ? [email.trim().toLowerCase()] : []))
  const found = await db
    .selectFrom('user_account as u')
    .select((eb) => eb.fn<string>('lower', ['u.email']).as('email'))
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
  return new Set(found.map(({ email }) => email))
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return found !== undefined
}

/** In place of the id of a person whom an earlier line will add. */
const NEW = 0

type Members = Map<string, number>
type Row = { person: Person; supervisor_email: string | null; facts: Facts; is: Written }
type Values = Omit<Record<string, string>, keyof Facts> & {
  email: string
  supervisor?: string
  role_name?: Person['role_name']
}
type Person = Record<string, string> & { email: string; role_name: 'Administrator' | 'Staff' | 'User' | 'Customer' }
type Related = { organisation_id: number; user_id: number; other_user_id: number }
