import { type TOptional, type TProperties, Type } from 'typebox'
import { UserAccount } from '#db/tables/user_account.ts'

const { password_hash, totp_secret, totp_last_step, deleted_at, deleted_by_user_id, ...shown } = UserAccount.properties

/** What is told of a user. */
export const columns = shown

/** What people say of themselves. */
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

/** What only administrators set. One's own username, address and password change by calls of their own. */
export const administered = optional({
  username: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  type: shown.type,
  number: shown.number,
  active: Type.Boolean(),
})

function optional<Fields extends TProperties>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Fields]: TOptional<Fields[Name]> }
}
