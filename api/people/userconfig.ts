import type { Static } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { UserConfig } from '#db/tables/people/user_config.ts'
import { writesOwned } from '../crud/access.ts'
import { checkLocale, checkTimezone } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { wrong } from '../http/errors.ts'
import { askRecipients } from '../messaging/ask_recipients.ts'
import { checkLists } from '../messaging/check_lists.ts'

const { id: _i, organisation_id: _o, user_id: _u, created_at: _c, modified_at: _m, ...columns } = UserConfig.columns
export const UserSettings = bodyOf({}, columns)

/** Created by `PUT userconfig` and its `save`; users without a row have the defaults. */
export const userconfig = defineResource({
  name: 'userconfig',
  plural: 'userconfigs',
  noun: 'settings',
  about: 'List notification preferences of people, by organisation',
  table: 'user_config',
  row: UserConfig.row,
  filters: { organisation_id: equals('organisation_id', Id), user_id: equals('user_id', Id) },
  search: ['email_recipients', 'phone_recipients'],
  sort: { id: null, modified_at: null },
  default_sort: 'id',
  reads: (viewer) => writesOwned(viewer, 'user_config', 'user_id'),
  writes: (viewer) => writesOwned(viewer, 'user_config', 'user_id'),

  update: {
    body: UserSettings,
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const settings = checkUserSettings(changes)
      await rows(trx, 'user_config').update({ id, organisation_id, ...settings })
      await askRecipients(trx, organisation_id, settings)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'user_config').remove(target),
})

/** @returns the settings with normalised lists of recipients */
export function checkUserSettings(settings: Static<typeof UserSettings>): Static<typeof UserSettings> {
  checkTimezone(settings.timezone)
  checkLocale(settings.locale)
  checkQuiet(settings)
  return checkLists(settings)
}

function checkQuiet({ quiet_from, quiet_to }: Static<typeof UserSettings>): void {
  const field = quiet_from && quiet_to === null ? 'quiet_to' : quiet_to && quiet_from === null ? 'quiet_from' : null
  if (field) throw wrong(field, 'quiet hours need both times.')
}
