import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'
import { Recipients, Units } from './user_config.ts'

/** An organisation's own settings: who is told of every alert, whoever's tracker it is. */
export const OrganisationConfig = Type.Object({
  id: Id,
  organisation_id: Id,
  alert_email: Type.Boolean(),
  alert_sms: Type.Boolean(),
  email_recipients: Recipients,
  phone_recipients: Recipients,
  units: Units,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type OrganisationConfigTable = Table<
  Static<typeof OrganisationConfig>,
  Exclude<keyof Static<typeof OrganisationConfig>, 'organisation_id'>
>
