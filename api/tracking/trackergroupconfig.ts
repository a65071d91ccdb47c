import { sql } from 'kysely'
import { Type } from 'typebox'
import { settleMaintenance } from '#db/maintenance/settle.ts'
import { Id } from '#db/tables/columns.ts'
import { TrackerGroupConfig } from '#db/tables/tracking/groups/tracker_group_config.ts'
import { ofAdministrator } from '../crud/access.ts'
import { defineAction } from '../crud/action.ts'
import { administers } from '../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import { askRecipients } from '../messaging/ask_recipients.ts'
import { checkLists } from '../messaging/check_lists.ts'
import { listChannel, sendListTest } from '../messaging/list_test.ts'

const {
  id: _i,
  organisation_id: _o,
  created_at: _c,
  modified_at: _m,
  group_id,
  ...settings
} = TrackerGroupConfig.columns

/** Who is notified of a group's trackers and of those below it, besides persons and the organisation's lists. */
export const trackergroupconfig = defineResource({
  name: 'trackergroupconfig',
  plural: 'trackergroupconfigs',
  noun: 'settings of a group of trackers',
  about: 'List alert settings of groups of trackers: their recipients, channels by kind, and what is raised',
  table: 'tracker_group_config',
  row: Type.Object(TrackerGroupConfig.columns),
  filters: { organisation_id: equals('organisation_id', Id), group_id: equals('group_id', Id) },
  search: ['email_recipients', 'phone_recipients'],
  sort: { id: null, modified_at: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'tracker_group_config.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'tracker_group_config.organisation_id'),

  create: {
    body: bodyOf({ group_id }, settings),
    async run(trx, viewer, { group_id, ...body }) {
      const group = await trx
        .selectFrom('tracker_group')
        .select('organisation_id')
        .where('id', '=', group_id)
        .forKeyShare()
        .executeTakeFirst()
      if (!group || !seesGroup(viewer, group.organisation_id)) {
        throw new AppError('not_found', 'There is no such group.', 'group_id')
      }
      const { organisation_id } = group
      if (!administers(viewer, organisation_id)) throw new AppError('forbidden')
      const lists = checkLists(body)
      const made = await rows(trx, 'tracker_group_config').insert({ organisation_id, group_id, ...lists })
      await askRecipients(trx, organisation_id, lists)
      if (body.alert_kinds) await settleMaintenance(trx, organisation_id)
      return made
    },
  },
  update: {
    body: bodyOf({}, settings),
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const lists = checkLists(changes)
      await rows(trx, 'tracker_group_config').update({ id, organisation_id, ...lists })
      await askRecipients(trx, organisation_id, lists)
      if (changes.alert_kinds !== undefined) await settleMaintenance(trx, organisation_id)
    },
  },
  async remove(trx, _viewer, target) {
    await rows(trx, 'tracker_group_config').remove(target)
    await settleMaintenance(trx, target.organisation_id)
  },
})

const seesGroup = (viewer: Viewer, organisation_id: number) =>
  viewer.platform_admin || viewer.memberships.some((membership) => membership.organisation_id === organisation_id)

/** A test of a group's settings: to its recipients, by each channel that it uses, or by one. */
export const sendGroupTest = defineAction({
  method: 'POST',
  path: 'trackergroupconfig/test',
  tags: ['trackergroupconfigs'],
  summary: 'Send a test to the recipients of a group of trackers, by one channel or each that it uses',
  body: Type.Object({ id: Id, channel: Type.Optional(listChannel) }, { additionalProperties: false }),
  answer: Type.Object({ message_ids: Type.Array(Id) }),
  status: 202,
  message: 'The test is on its way.',
  async run({ context, viewer, body: { id, channel } }) {
    checkNotImpersonating(viewer)
    const config = await context.db
      .selectFrom('tracker_group_config')
      .select('organisation_id')
      .where('id', '=', id)
      .where(trackergroupconfig.reads(viewer))
      .executeTakeFirst()
    if (!config) throw new AppError('not_found')
    await takeAttempt(context.db, 'test_alert', viewer.user_id)
    return transact(context, (trx) =>
      sendListTest(trx, config.organisation_id, channel, sql`tracker_group_config`, sql<boolean>`c.id = ${id}`),
    )
  },
})
