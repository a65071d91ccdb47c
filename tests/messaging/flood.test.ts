import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueAlerts } from '#gateway/alerts/queue.ts'
import { agree } from '../seeds/recipients.ts'
import { type Setting, startSetting } from './setting.ts'

const TRACKERS = 5_000
const LIMIT = 5

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

it(`sends at most ${LIMIT} of ${TRACKERS} alerts to each address, and the rest in one digest`, async () => {
  const { network, people, smtp } = setting
  const addresses = ['freight-administrator@example.com', 'a@example.com', 'b@example.com']
  await agree(network, people.id, { email_recipients: `${addresses.join()},boss@example.com` })
  await people.administrator.client.call('POST', 'organisationconfig/save', {
    organisation_id: people.id,
    alerts_per_hour: LIMIT,
    email_recipients: addresses.slice(1).join(','),
  })
  await network.db.transaction().execute(async (trx) => {
    await sql`insert into tracker (organisation_id, number, name, token_sha256)
      select ${people.id}, 'flood-' || i, 'Truck ' || i, repeat('0', 64) from generate_series(1, ${TRACKERS}::int) i`.execute(
      trx,
    )
    const { rows } = await sql<{ id: number; organisation_id: number }>`
      insert into alert (organisation_id, tracker_id, kind, started_at, raised_at)
      select organisation_id, id, 'left_boundary', now(), now() from tracker where number like 'flood-%' order by id
      returning *`.execute(trx)
    await queueAlerts(trx, rows)
  })
  await setting.settled()
  for (const address of addresses) expect(smtp.to(address)).toHaveLength(LIMIT)
  expect(smtp.to('a@example.com')[0]!.subject).toBe('Truck 1 has left the active boundary')
  await network.db.updateTable('held_alert').set({ due_at: sql`now() - interval '1 s'` }).execute()
  await setting.settled()
  for (const address of addresses) {
    expect(smtp.to(address)).toHaveLength(LIMIT + 1)
    const digest = smtp.to(address).at(-1)!
    expect(digest.subject).toBe(`${TRACKERS - LIMIT} alerts of freight`)
    expect(digest.text).toContain(`since there were more than ${LIMIT} in an hour`)
    expect(digest.text).toContain('Truck 25 has left the active boundary')
    expect(digest.text).toContain(`and ${TRACKERS - LIMIT - 20} more.`)
  }
  for (const table of ['alert_job', 'held_alert'] as const) {
    expect(await network.db.selectFrom(table).select('id').execute()).toEqual([])
  }
})

it('sends an alert once though it is queued twice', async () => {
  const { network, people, smtp } = setting
  await network.db
    .updateTable('recipient')
    .set({ window_began_at: null, window_count: 0 })
    .where('organisation_id', '=', people.id)
    .execute()
  const before = smtp.mails.length
  await network.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; organisation_id: number }>`
      update alert set created_at = now() where id in (
        select alert_id from message where organisation_id = ${people.id} and kind = 'alert') returning *`.execute(trx)
    expect(rows).toHaveLength(LIMIT)
    await queueAlerts(trx, rows)
  })
  await setting.settled()
  expect(smtp.mails).toHaveLength(before)
})

it('sends all other alerts if one fails', async () => {
  const { network, people, smtp } = setting
  await network.db
    .updateTable('recipient')
    .set({ window_began_at: null, window_count: 0 })
    .where('organisation_id', '=', people.id)
    .execute()
  const ids = await network.db
    .selectFrom('alert')
    .select(['id', 'tracker_id'])
    .where('organisation_id', '=', people.id)
    .orderBy('id')
    .limit(3)
    .execute()
  const queue = (alert: { id: number; tracker_id: number }) =>
    network.db
      .insertInto('alert_job')
      .values({
        organisation_id: people.id,
        tracker_id: alert.tracker_id,
        alert_id: alert.id,
        occasion: 'escalation',
        happened_at: sql`now()`,
      })
      .execute()
  await people.administrator.client.call('POST', 'organisationconfig/save', {
    organisation_id: people.id,
    escalate_email_recipients: 'boss@example.com',
  })
  // An invalid time.
  await network.db.updateTable('alert').set({ started_at: sql`'-infinity'` }).where('id', '=', ids[1]!.id).execute()
  for (const alert of ids) await queue(alert)
  await setting.settled()
  const sent = smtp.to('boss@example.com').map((mail) => mail.subject)
  expect(sent).toEqual(['Nobody has seen to it: Truck 1', 'Nobody has seen to it: Truck 3'])
  expect(await network.db.selectFrom('alert_job').select('alert_id').execute()).toEqual([{ alert_id: ids[1]!.id }])
})
