import type { Static } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { UserTrackerConfig } from '#db/tables/people/user_tracker_config.ts'
import { writesOwned } from '../crud/access.ts'
import { checkEmails, checkPhones } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { askRecipients } from '../messaging/ask_recipients.ts'

const {
  id: _i,
  organisation_id: _o,
  user_id: _u,
  tracker_id: _t,
  created_at: _c,
  modified_at: _m,
  ...columns
} = UserTrackerConfig.columns
export const UserTrackerSettings = bodyOf({}, columns)

/** Created by `PUT usertrackerconfig` and its `save`; null fields fall back to the person's settings. */
export const usertrackerconfig = defineResource({
  name: 'usertrackerconfig',
  plural: 'usertrackerconfigs',
  noun: 'tracker settings',
  about: 'List notification preferences of people for single trackers',
  table: 'user_tracker_config',
  row: UserTrackerConfig.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
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
      await rows(trx, 'user_tracker_config').update({ id, organisation_id, ...settings })
      await askRecipients(trx, organisation_id, settings)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'user_tracker_config').remove(target),
})

type Settings = Static<typeof UserTrackerSettings>

/** @returns the settings with normalised lists of recipients */
export function checkUserTrackerSettings(settings: Settings): Settings {
  const { email_recipients: emails, phone_recipients: phones } = settings
  return {
    ...settings,
    ...(emails && { email_recipients: checkEmails(emails) }),
    ...(phones && { phone_recipients: checkPhones(phones) }),
  }
}
