import { type TNull, type TOptional, type TProperties, type TSchema, type TUnion, Type } from 'typebox'
import { UserAccount } from '#db/tables/people/user_account.ts'

const { password_hash, password_origin, totp_secret, totp_last_step, ...shown } = UserAccount.columns

/** Columns that an organisation may read of its members: name, address, and whether they can sign in. */
const ofMember = [
  ...(['id', 'username', 'email', 'name', 'firstname', 'lastname'] as const),
  ...(['active', 'confirmed_at', 'email_proved_at', 'created_at', 'modified_at'] as const),
]

type OfMember = (typeof ofMember)[number]
type Private = Exclude<keyof typeof shown, OfMember>

/** All other columns are private to the person. */
export const privateColumns = Object.keys(shown).filter((name) => !ofMember.includes(name as OfMember)) as Private[]

/** The columns of a user; private ones are null for readers without access. */
export const columns = {
  ...shown,
  ...(Object.fromEntries(privateColumns.map((name) => [name, nullable(shown[name])])) as {
    [Name in Private]: TUnion<[(typeof shown)[Name], TNull]>
  }),
}

/** Profile fields, which people set themselves. */
export const profile = optional({
  email_alt: shown.email_alt,
  name: shown.name,
  firstname: shown.firstname,
  middlename: shown.middlename,
  lastname: shown.lastname,
  known_as: shown.known_as,
  gender: shown.gender,
  dob: shown.dob,
  company_name: shown.company_name,
  address1: shown.address1,
  address2: shown.address2,
  unit: shown.unit,
  street: shown.street,
  suburb: shown.suburb,
  city: shown.city,
  state: shown.state,
  postcode: shown.postcode,
  country: shown.country,
  phone_home: shown.phone_home,
  phone_mobile: shown.phone_mobile,
  phone_work: shown.phone_work,
  timezone: shown.timezone,
  locale: shown.locale,
  base_url: shown.base_url,
  post_login_url: shown.post_login_url,
  post_logout_url: shown.post_logout_url,
  newsletter: shown.newsletter,
  age_gt13: shown.age_gt13,
  age_lt13: shown.age_lt13,
})

/** Fields that only administrators set. One's own username, address and password are changed by separate routes. */
export const administered = optional({
  username: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  type: shown.type,
  number: shown.number,
  active: Type.Boolean(),
})

function nullable(schema: TSchema): TSchema {
  const choices = (schema as { anyOf?: { type?: string }[] }).anyOf ?? []
  return choices.some(({ type }) => type === 'null') ? schema : Type.Union([schema, Type.Null()])
}

function optional<Fields extends TProperties>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Fields]: TOptional<Fields[Name]> }
}
