import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { UserTrackerConfig } from '#db/tables/user_tracker_config.ts'
import { writesOwned } from '../access.ts'
import { checkEmails, checkPhones } from '../checks.ts'
import { askRecipients } from '../messages/recipients.ts'
import { defineFilter, defineResource } from '../resource.ts'

const {
  id: _i,
  organisation_id: _o,
  user_id: _u,
  tracker_id: _t,
  created_at: _c,
  modified_at: _m,
  ...columns
} = UserTrackerConfig.columns
export const UserTrackerSettings = Type.Partial(Type.Object(columns), { additionalProperties: false })

/** Made by `POST usertrackerconfig/save`; what is null is as in the person's settings. */
export const usertrackerconfig = defineResource({
  name: 'usertrackerconfig',
  plural: 'usertrackerconfigs',
  about: 'What people want otherwise for single trackers',
  table: 'user_tracker_config',
  row: UserTrackerConfig.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`user_tracker_config.organisation_id = ${id}`),
    user_id: defineFilter(Id, (id) => sql<SqlBool>`user_tracker_config.user_id = ${id}`),
    tracker_id: defineFilter(Id, (id) => sql<SqlBool>`user_tracker_config.tracker_id = ${id}`),
  },
  search: ['email_recipients', 'phone_recipients'],
  sort: { id: null, modified_at: null },
  default_sort: 'id',
  reads: (viewer) => writesOwned(viewer, 'user_tracker_config', 'user_id'),
  writes: (viewer) => writesOwned(viewer, 'user_tracker_config', 'user_id'),

  update: {
    body: UserTrackerSettings,
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const settings = checkUserTrackerSettings(changes)
      await trx
        .updateTable('user_tracker_config')
        .set({ ...settings, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      await askRecipients(trx, organisation_id, settings)
    },
  },
  async remove(trx, _viewer, { id }) {
    await trx.deleteFrom('user_tracker_config').where('id', '=', id).execute()
  },
})

type Settings = Static<typeof UserTrackerSettings>

/** @returns the settings with tidied lists of recipients */
export function checkUserTrackerSettings(settings: Settings): Settings {
  const { email_recipients: emails, phone_recipients: phones } = settings
  return {
    ...settings,
    ...(emails && { email_recipients: checkEmails(emails) }),
    ...(phones && { phone_recipients: checkPhones(phones) }),
  }
}
