import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeDeleted } from '#api/upkeep.ts'
import { dropOldAlerts, dropOldMessages } from '#messages/queue/retain.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

it('deletes old messages, deliveries and ended alerts, and no recent, queued or open ones', async () => {
  const { network, people } = setting
  const { db } = network
  const { id: tracker_id } = (await network.admin.create('tracker', { number: 'old', organisation_id: people.id })).data
  // More than one batch of each, with rows to keep in between.
  await sql`insert into message (organisation_id, kind, recipients, subject, text, created_at)
    select ${people.id}, 'alert', '', i::text, '', now() - make_interval(days => case when i <= 2500 then 401 else 399 end)
    from generate_series(1, 2600) i`.execute(db)
  await sql`insert into message_delivery (organisation_id, message_id, channel, address, due_at, state)
    select organisation_id, id, 'email', 'a@example.com', now() + interval '1 day',
      case when subject in ('7', '1500') then 'queued' else 'sent' end
    from message where organisation_id = ${people.id}`.execute(db)
  await sql`insert into alert (organisation_id, tracker_id, kind, started_at, raised_at, created_at, ended_at)
    select ${people.id}, ${tracker_id}, 'left_boundary', now(), now(), now() - interval '500 days',
      case when i = 3 then null when i = 4 then now() - interval '399 days' else now() - interval '401 days' end
    from generate_series(1, 1200) i`.execute(db)
  expect([await dropOldMessages(db, 400), await dropOldAlerts(db, 400)]).toEqual([2498, 1198])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where organisation_id = ${people.id}
    union all select count(*)::int from message_delivery where organisation_id = ${people.id}
    union all select count(*)::int from alert where organisation_id = ${people.id}`.execute(db)
  expect(rows.map(({ count }) => count)).toEqual([102, 102, 2])
  expect([await dropOldMessages(db, 400), await dropOldAlerts(db, 400)]).toEqual([0, 0])
})

it('deletes account mails after a month', async () => {
  const { db } = setting.network
  await sql`insert into message (kind, recipients, subject, text, created_at)
    select 'account', 'a@example.com', i::text, '', now() - make_interval(days => i) from unnest(array[29, 31]) i`.execute(
    db,
  )
  await purgeDeleted(setting.network.server.api.context)
  const left = await db.selectFrom('message').select('subject').where('kind', '=', 'account').execute()
  expect(left).toEqual([{ subject: '29' }])
})
