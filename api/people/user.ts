import { type Expression, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { hasPrivateRecords, keepsPrivateRecords } from '#db/privacy/records.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { ofAdministrator } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkEmail, checkLocale, checkTimezone, visibleNames } from '../crud/checks.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { countMail } from '../crud/quotas.ts'
import { atLeast, below, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import { beginAddressChange } from './accounts/address_change.ts'
import { changeAddress } from './accounts/addresses.ts'
import { Certification, certificationsOfUser } from './accounts/certifications.ts'
import { checkPassword, checkUsername, namesOf } from './accounts/checks.ts'
import { createAccount } from './accounts/create_account.ts'
import { deleteUser, keepAPlatformAdmin, PhonesOfDeleted } from './accounts/delete_user.ts'
import { administered, columns, privateColumns, profile } from './accounts/fields.ts'
import { membershipsOfUser, rolesOfUser, UserMembership, UserRole } from './accounts/roles.ts'
import { administersUsers, organisationOfUser, readsPrivate, readsUsers, writesUsers } from './accounts/scope.ts'
import { setPassword } from './new_password/set_password.ts'
import { endLinks } from './one_time_tokens.ts'
import { hashPassword } from './passwords/hash.ts'
import { switchOffPhones } from './release_trackers.ts'
import { isLocked } from './sessions/guesses.ts'
import { endSessions } from './sessions/sessions.ts'

export const user = defineResource({
  name: 'user',
  plural: 'users',
  about: 'List users',
  table: 'user_account',
  row: Type.Object({
    ...columns,
    display_name: Type.String(),
    terms: Nullable(Type.Boolean()),
    roles: Nullable(Type.Array(UserRole)),
    /** Of the organisations that the reader administers; all of them where `complete`. */
    memberships: Type.Array(UserMembership),
    /** Qualifications, in organisations with CPD. */
    certifications: Type.Array(Certification),
    deleted: Nullable(Type.Boolean()),
    /** Whether they have private records: then only they set their password and address. */
    private_records: Nullable(Type.Boolean()),
    /** The address to which others have asked to change, and when it becomes theirs unless they stop it. */
    waiting_email: Nullable(Type.String()),
    waiting_email_at: Nullable(Timestamp),
    /** Whether private columns are included; else only those that organisations may read. */
    complete: Type.Boolean(),
  }),
  computed: {
    ...Object.fromEntries(privateColumns.map((name) => [name, privateValue(sql.ref(`user_account.${name}`))])),
    display_name: displayNameOf('user_account'),
    terms: privateValue(sql`(user_account.terms_agreed_at is not null)`),
    roles: privateValue(rolesOfUser),
    memberships: membershipsOfUser,
    certifications: certificationsOfUser,
    deleted: privateValue(sql`(user_account.deleted_at is not null)`),
    private_records: privateValue(hasPrivateRecords(sql`user_account.id`)),
    waiting_email: privateValue(waiting('email')),
    waiting_email_at: privateValue(waiting('due_at')),
    complete: (viewer) => readsPrivate(viewer) ?? sql`true`,
  },
  filters: {
    organisation_id: defineFilter(
      Id,
      // Administrators must not learn of their members' other organisations.
      (id, viewer) => sql<SqlBool>`exists (select from membership m
        where m.user_id = user_account.id and m.organisation_id = ${id} 
          and (m.user_id = ${viewer.user_id} or ${ofAdministrator(viewer, 'm.organisation_id')}))`,
    ),
    active: equals('active', Type.Boolean()),
    confirmed: defineFilter(
      Type.Boolean(),
      (confirmed) => sql<SqlBool>`(user_account.confirmed_at is not null) = ${confirmed}`,
    ),
    locked: defineFilter(
      Type.Boolean({ description: 'Too many wrong passwords: the next attempt has to wait' }),
      (locked, viewer) => sql<SqlBool>`(${isLocked} and ${administersUsers(viewer)}) = ${locked}`,
    ),
    created_from: atLeast('created_at', Timestamp),
    created_to: below('created_at', Timestamp),
  },
  search: ['username', 'email', 'display_name', 'firstname', 'lastname', 'number'],
  sort: {
    id: null,
    username: null,
    email: null,
    display_name: natural(displayNameOf('user_account')),
    created_at: null,
    current_login_at: null,
  },
  default_sort: 'display_name',
  organisation_id: organisationOfUser,
  reads: readsUsers,
  writes: writesUsers,
  quota: { organisation: 'users' },
  lasting: ['create'],

  unique: ['username', 'email'],
  create: {
    body: Type.Object(
      {
        organisation_id: Type.Optional(Nullable(Id)),
        role_name: Type.Optional(RoleName),
        ...profile,
        ...administered,
        username: Type.String({ maxLength: 100 }),
        email: Type.String({ maxLength: 254 }),
      },
      { additionalProperties: false },
    ),
    async prepare(db, viewer, { organisation_id, password, ...body }) {
      checkNotImpersonating(viewer)
      if (!viewer.platform_admin || organisation_id != null) administeredFor(viewer, organisation_id ?? undefined)
      checkDetails(body)
      checkUsername(body.username)
      checkEmail(body.email)
      return hashNew(db, viewer, password)
    },
    async run(trx, viewer, { organisation_id, role_name = 'User', password, ...given }, password_hash) {
      const body = withVisibleNames(given)
      const none = viewer.platform_admin && organisation_id == null
      const member_of = none ? null : administeredFor(viewer, organisation_id ?? undefined)
      await takeAttempt(trx, 'invite', viewer.user_id)
      const account = { ...body, organisation_id: member_of, role_name, password_hash }
      return { id: await createAccount(trx, viewer, { ...account, ...(password !== undefined && { password }) }) }
    },
  },
  update: {
    body: Type.Object({ ...profile, ...administered }, { additionalProperties: false }),
    async prepare(db, viewer, { id, organisation_id: _, password, email, ...changes }) {
      const is_recovery = id === viewer.user_id && password !== undefined && (await isOperator(db, viewer))
      if (id === viewer.user_id) checkOwn({ ...(!is_recovery && { password }), email, ...changes })
      if (password !== undefined || email !== undefined) checkNotImpersonating(viewer)
      checkDetails(changes)
      return hashNew(db, viewer, password)
    },
    async run(trx, viewer, { id, organisation_id, password, email, ...given }, password_hash) {
      const changes = withVisibleNames(given)
      if (changes.username !== undefined) changes.username = checkUsername(changes.username)
      const is_kept =
        !(id === viewer.user_id && viewer.impersonator_user_id === null) && (await keepsPrivateRecords(trx, id))
      if (is_kept) checkKept({ password, email_alt: changes.email_alt })
      const modified_by_user_id = viewer.user_id
      await rows(trx, 'user_account').update({ id, ...changes, ...subscription(changes, viewer), modified_by_user_id })
      if (changes.email_alt !== undefined) await endLinks(trx, id)
      if (password !== undefined && password_hash !== null) {
        checkPassword(password, undefined, { names: await namesOf(trx, id) })
        await setPassword(trx, { user_id: id, password_hash, set_by: 'administrator', by: viewer })
      }
      if (email !== undefined) {
        await takeAttempt(trx, 'invite', viewer.user_id)
        await takeAttempt(trx, 'invite_to', email)
        if (organisation_id !== null) await countMail(trx, organisation_id)
        if (is_kept) await askForAddress(trx, viewer, id, checkEmail(email))
        else await changeAddress(trx, id, checkEmail(email), false)
      }
      if (changes.active === false) {
        await keepAPlatformAdmin(trx)
        await endSessions(trx, { user_id: id })
        await switchOffPhones(trx, id)
      }
    },
  },
  removal: Type.Object({ phones: Type.Optional(PhonesOfDeleted) }),
  async remove(trx, viewer, { id, phones }) {
    if (id === viewer.user_id) throw new AppError('not_possible', 'Delete your own account with your password.', 'id')
    checkNotImpersonating(viewer)
    await deleteUser(trx, id, { by_user_id: viewer.user_id, phones })
  },
})

/**
 * Refuses changes of another person's password or address when that person has private records: either would let the
 * caller sign in as them.
 *
 * @throws {AppError} not_possible that names the field
 */
function checkKept(changes: Record<string, unknown>): void {
  const field = Object.keys(changes).find((name) => changes[name] !== undefined)
  if (field === undefined) return
  const reason = 'this person has private records, so only they set it. Send them a link instead.'
  throw new AppError('not_possible', `${field}: ${reason}`, field)
}

/** A change of address waits for the person's answer; a form that sends the present one changes nothing. */
async function askForAddress(trx: Trx, viewer: Viewer, user_id: number, email: string): Promise<void> {
  const { email: present } = await trx
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (present.toLowerCase() !== email.toLowerCase()) await beginAddressChange(trx, viewer, { user_id, email })
}

function waiting(column: 'email' | 'due_at') {
  return sql`(select ${sql.ref(`c.${column}`)} from address_change c where c.user_id = user_account.id)`
}

async function hashNew(db: Db, viewer: Viewer, password: string | undefined): Promise<string | null> {
  if (password === undefined) return null
  if (viewer.ip !== null) await takeAttempt(db, 'password_address', viewer.ip)
  checkPassword(password, undefined)
  return hashPassword(password)
}

/** Whether the session is one of the operator's commands, which act as the first platform administrator. */
async function isOperator(db: Db, { session_id }: Viewer): Promise<boolean> {
  if (session_id === null) return false
  const session = await db.selectFrom('session').select('by_operator').where('id', '=', session_id).executeTakeFirst()
  return session?.by_operator === true
}

function checkOwn(changes: Record<string, unknown>): void {
  for (const field of Object.keys(administered)) {
    if (changes[field] === undefined) continue
    throw new AppError('forbidden', `${field}: you cannot set that for yourself in this way.`, field)
  }
}

function withVisibleNames<Body extends object>(body: Body): Body {
  const names = Object.entries(body).filter(([field]) => namesOfPerson.includes(field))
  return { ...body, ...visibleNames(Object.fromEntries(names)) }
}

const namesOfPerson = ['name', 'firstname', 'middlename', 'lastname', 'known_as']

function checkDetails(details: { timezone?: string; locale?: string }): void {
  checkTimezone(details.timezone)
  checkLocale(details.locale)
}

/** A private value; null for readers without access. */
function privateValue(value: Expression<unknown>) {
  return (viewer: Viewer) => {
    const all = readsPrivate(viewer)
    return all ? sql`case when ${all} then ${value} end` : value
  }
}

/** Time and address of a newsletter subscription are stored as proof of consent. */
function subscription({ newsletter }: { newsletter?: boolean }, { ip }: Viewer) {
  if (newsletter === undefined) return {}
  return newsletter
    ? { newsletter_subscribed_at: sql<string>`now()`, newsletter_subscribed_ip: ip }
    : { newsletter_subscribed_at: null, newsletter_subscribed_ip: null }
}
