import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { OrganisationConfig as Row } from '#db/tables/organisation_config.ts'
import { ofAdministrator } from '../access.ts'
import { checkEmails, checkPhones } from '../checks.ts'
import { AppError } from '../errors.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { id: _i, organisation_id: _o, created_at: _c, modified_at: _m, ...columns } = Row.properties
export const OrganisationSettings = Type.Partial(Type.Object(columns), { additionalProperties: false })

/** Made by `POST organisationconfig/save`; an organisation without one has the defaults. */
export const organisationconfig = defineResource({
  name: 'organisationconfig',
  plural: 'organisationconfigs',
  about: 'The settings of organisations: who is told of every alert',
  table: 'organisation_config',
  row: Row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`organisation_config.organisation_id = ${id}`),
  },
  search: ['email_recipients', 'phone_recipients'],
  sort: { id: null, modified_at: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'organisation_config.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'organisation_config.organisation_id'),

  update: {
    body: OrganisationSettings,
    async run(trx, _viewer, { id, organisation_id: _, ...changes }) {
      await trx
        .updateTable('organisation_config')
        .set({ ...checkOrganisationSettings(changes), modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    },
  },
  async remove(trx, _viewer, { id }) {
    await trx.deleteFrom('organisation_config').where('id', '=', id).execute()
  },
})

/** @returns the settings with tidied lists of recipients */
export function checkOrganisationSettings(
  settings: Static<typeof OrganisationSettings>,
): Static<typeof OrganisationSettings> {
  const {
    email_recipients,
    phone_recipients,
    escalate_email_recipients: emails,
    escalate_phone_recipients: phones,
  } = settings
  checkWebhook(settings.webhook_url)
  return {
    ...settings,
    ...(emails !== undefined && { escalate_email_recipients: checkEmails(emails, 'escalate_email_recipients') }),
    ...(phones !== undefined && { escalate_phone_recipients: checkPhones(phones, 'escalate_phone_recipients') }),
    // Administrators read it, and give it to the program that checks signatures.
    ...(settings.webhook_url && !settings.webhook_secret && { webhook_secret: randomBytes(32).toString('base64url') }),
    ...(email_recipients !== undefined && { email_recipients: checkEmails(email_recipients) }),
    ...(phone_recipients !== undefined && { phone_recipients: checkPhones(phone_recipients) }),
  }
}

function checkWebhook(url: string | null | undefined): void {
  if (!url || (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol))) return
  throw new AppError(
    'bad_request',
    'webhook_url: is not an address that begins with https:// or http://.',
    'webhook_url',
  )
}
