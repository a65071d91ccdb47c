import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'

/** Yes, no, or not said. */
const Stated = Type.Union([Type.Boolean(), Type.Null()], { 'x-null': 'unstated' })
const text = (maxLength: number) => Nullable(Type.String({ maxLength }))

/** A person who signs in. (`user` is a reserved word in SQL, so the table has the longer name.) */
export const UserAccount = defineTable({
  name: 'user_account',
  columns: {
    id: Id,
    username: Type.String({ minLength: 3, maxLength: 100 }),
    /** E-mail addresses are unique in any case of letters, among accounts that are not deleted (index `user_account_email`). */
    email: Type.String({ format: 'email', maxLength: 254 }),
    email_alt: Nullable(Type.String({ format: 'email', maxLength: 254 })),
    name: text(200),
    firstname: text(100),
    middlename: text(100),
    lastname: text(100),
    known_as: text(100),
    gender: text(50),
    /** Date of birth: YYYY-MM-DD. */
    dob: Nullable(Type.String({ format: 'date' })),
    type: text(50),
    number: text(50),
    company_name: text(200),
    address1: text(200),
    address2: text(200),
    unit: text(50),
    street: text(200),
    suburb: text(100),
    city: text(100),
    state: text(100),
    postcode: text(20),
    country: Type.String({ maxLength: 100 }),
    phone_home: text(50),
    phone_mobile: text(50),
    /** The confirmed mobile number, as entered. */
    phone_proved: text(50),
    phone_work: text(50),
    timezone: Type.String({ maxLength: 64 }),
    locale: Type.String({ maxLength: 16 }),
    base_url: Nullable(
      Type.String({
        maxLength: 500,
        pattern: '^https?://[^/]',
        description: 'an address that begins with http:// or https://',
      }),
    ),
    post_login_url: Type.String({
      maxLength: 500,
      pattern: '^/([^/\\\\]|$)',
      description: 'a path that begins with one /',
    }),
    post_logout_url: Type.String({
      maxLength: 500,
      pattern: '^/([^/\\\\]|$)',
      description: 'a path that begins with one /',
    }),
    newsletter: Type.Boolean(),
    newsletter_subscribed_at: Nullable(Timestamp),
    newsletter_subscribed_ip: text(64),
    terms_agreed_at: Nullable(Timestamp),
    terms_agreed_ip: text(64),
    age_gt13: Stated,
    age_lt13: Stated,
    platform_admin: Type.Boolean(),
    /** Marked by a platform administrator: the client says that it is for testing. */
    developer: Type.Boolean(),
    active: Type.Boolean(),
    confirmed_at: Nullable(Timestamp),
    /** When the present address was confirmed by a mailed link; null: unconfirmed. */
    email_proved_at: Nullable(Timestamp),
    login_count: Type.Integer({ minimum: 0 }),
    current_login_at: Nullable(Timestamp),
    current_login_ip: text(64),
    last_login_at: Nullable(Timestamp),
    last_login_ip: text(64),
    created_at: Timestamp,
    created_by_user_id: Nullable(Id),
    created_ip: text(64),
    /** The country of `created_ip`: New Zealand. */
    created_address: text(500),
    modified_at: Timestamp,
    modified_by_user_id: Nullable(Id),
    deleted_at: Nullable(Timestamp),
    deleted_by_user_id: Nullable(Id),
    /** Whether the phones of a deleted account stay with their organisations when it is purged; else they are erased. */
    keeps_phones: Type.Boolean(),
    /** A PHC string. */
    password_hash: Nullable(Type.String()),
    /**
     * Origin of the password: `own`, set with a mailed link; `given`, set by an administrator; `changed`, set by
     * a person who knew a given one.
     */
    password_origin: Type.Unsafe<PasswordOrigin>(
      Type.Union([Type.Literal('own'), Type.Literal('given'), Type.Literal('changed')]),
    ),
    /** Sealed, see `db/keys/`. Active once `totp_enabled_at` is set. */
    totp_secret: Nullable(Type.String()),
    totp_enabled_at: Nullable(Timestamp),
    /** The time step of the last accepted code, against replay. */
    totp_last_step: Nullable(Type.Integer()),
  },
  names: ['username'],
  required: ['username', 'email'],
  moves: {
    with_accounts: true,
    // Accounts that others name in passing may be deleted since.
    named_in: ['user_id', 'impersonator_user_id'],
  },
  sealed: { totp_secret: purposes.totp },
  conflicts: {
    user_account_username: ['username_conflict', 'username'],
    user_account_email: ['email_conflict', 'email'],
  },
  purge: { keeps: 'of other people; the account itself is deleted' },
})

export type PasswordOrigin = 'own' | 'given' | 'changed'
