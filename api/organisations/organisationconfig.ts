import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { OrganisationConfig } from '#db/tables/organisations/organisation_config.ts'
import { ofAdministrator } from '../crud/access.ts'
import { readFigures } from '../crud/quotas.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { closeKeys } from '../crud/session/keys_allowed.ts'
import { closeWithoutSecondFactor } from '../crud/session/second_factor.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { askRecipients } from '../messaging/ask_recipients.ts'
import { checkLists } from '../messaging/check_lists.ts'
import { MASK, saveWebhookSecret } from './webhook_secret.ts'

const { webhook_sealed: _w, ...shown } = OrganisationConfig.columns
const { id: _i, organisation_id: _o, created_at: _c, modified_at: _m, ...columns } = shown
export const OrganisationSettings = bodyOf({}, columns)

/** Created by `PUT organisationconfig` and its `save`; an organisation without a row has the defaults. */
export const organisationconfig = defineResource({
  name: 'organisationconfig',
  plural: 'organisationconfigs',
  noun: 'organisation settings',
  about: 'List settings of organisations, such as the recipients of all alerts',
  table: 'organisation_config',
  row: Type.Object(shown),
  computed: { webhook_secret: sql`case when organisation_config.webhook_sealed is not null then ${MASK}::text end` },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['email_recipients', 'phone_recipients'],
  sort: { id: null, modified_at: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'organisation_config.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'organisation_config.organisation_id'),

  update: {
    body: OrganisationSettings,
    async run(trx, viewer, { id, organisation_id, webhook_secret, ...changes }) {
      checkPlatformSettings(viewer, changes)
      const settings = checkOrganisationSettings(changes)
      await rows(trx, 'organisation_config').update({ id, organisation_id, ...settings })
      if (changes.second_factor_required) await closeWithoutSecondFactor(trx, organisation_id)
      if (changes.api_keys) await closeKeys(trx, organisation_id)
      await checkAlertsPerHour(trx, organisation_id, settings.alerts_per_hour)
      await askRecipients(trx, organisation_id, settings)
      return { shown_once: await saveWebhookSecret(trx, id, webhook_secret) }
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'organisation_config').remove(target),
})

/** @returns the settings with normalised lists of recipients */
export function checkOrganisationSettings(
  settings: Static<typeof OrganisationSettings>,
): Static<typeof OrganisationSettings> {
  checkWebhook(settings.webhook_url)
  return checkLists(settings)
}

/** Storage and features are the platform's to give. */
export function checkPlatformSettings(viewer: Viewer, settings: Static<typeof OrganisationSettings>): void {
  if (viewer.platform_admin) return
  const field = platformSettings.find((name) => settings[name] !== undefined)
  if (field) throw new AppError('forbidden', `${field}: only a platform administrator may set it.`, field)
}

const platformSettings = ['files_bytes_max', 'person_bytes_max', 'file_bytes_max', 'features'] as const

/** An organisation may lower the platform's limit, not raise it. */
export async function checkAlertsPerHour(
  trx: Trx,
  organisation_id: number,
  alerts_per_hour: number | undefined,
): Promise<void> {
  if (alerts_per_hour === undefined) return
  const { alerts_per_hour: most } = await readFigures(trx, organisation_id)
  if (alerts_per_hour <= most) return
  throw wrong('alerts_per_hour', `at most ${most} are allowed by the platform.`)
}

function checkWebhook(url: string | null | undefined): void {
  if (!url || (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol))) return
  throw wrong('webhook_url', 'is not an address that begins with https:// or http://.')
}
