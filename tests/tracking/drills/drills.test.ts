import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginDueDrills } from '#api/tracking/drills/monthly.ts'
import { type MailServer, startMailServer } from '../../messaging/fakes.ts'
import { box, connectLive, type Network, startNetwork } from '../../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'

let network: Network
let smtp: MailServer
let freight: Organisation
let yard: number

beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MAIL_FROM: 'Ringfence <no-reply@example.com>' })
  freight = await makeOrganisation(network, 'freight')
  const organisation_id = freight.id
  const geometry = box(174.7, -36.9, 174.8, -36.8)
  yard = (await network.admin.create('boundary', { organisation_id, name: 'Yard', geometry })).data.id
  // Breaking others is not what a drill is of.
  await network.admin.create('boundary', {
    organisation_id,
    name: 'Port',
    rule: 'alone',
    geometry: box(174.9, -36.9, 174.95, -36.8),
  })
  await network.db
    .updateTable('user_account')
    .set({ locale: 'de-DE' })
    .where('id', '=', freight.administrator.id)
    .execute()
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

const drillOf = async (id: number) => (await freight.administrator.client.read('firedrill', id)).data
const linesOf = async (id: number) => (await freight.administrator.client.act('GET firedrill/lines', { id })).data
const start = async (body: object = {}) =>
  (
    await freight.administrator.client.create('firedrill', {
      organisation_id: freight.id,
      kind: 'boundary',
      boundary_id: yard,
      ...body,
    })
  ).data.id
const ended = async (id: number) => {
  await freight.administrator.client.act('POST firedrill/end', { id })
  await expect.poll(async () => (await drillOf(id)).state).toBe('ended')
}
const countOf = async (table: 'tracker' | 'alert' | 'tracker_event' | 'tracker_state' | 'held_alert') => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where organisation_id = ${freight.id}`.execute(network.db)
  return rows[0]!.n
}

it('walks out of a boundary in the usual way, says that it is a drill, and leaves nothing but its report', async () => {
  const { administrator, staff } = freight
  const live = await connectLive(network, { token: staff.token, organisation_id: freight.id })
  const id = await start()
  await expect.poll(async () => (await drillOf(id)).raised_at).not.toBeNull()
  await expect
    .poll(async () => (await linesOf(id)).lines.map(({ name, channel, state }) => ({ name, channel, state })))
    .toContainEqual({ name: expect.stringContaining('administrator'), channel: 'email', state: 'reached' })
  const mail = smtp.mails.find(({ to }) => to.includes('freight-administrator@example.com'))!
  expect(mail.subject).toMatch(/^Übung: /)
  expect(mail.text).toMatch(/^Übung: /)
  expect(mail.text).toContain(`/app/firedrill?id=${id}`)

  // The map shows it, and the alert; no list does, and no count.
  const alert = (await live.receive('alert')) as { id: number; drill?: boolean; boundary_name: string }
  expect(alert).toMatchObject({ drill: true, boundary_name: 'Yard' })
  expect(live.received.filter(({ name }) => name === 'positions')).toEqual([])
  const organisation_id = freight.id
  expect((await staff.client.list('tracker', { organisation_id })).data).toEqual([])
  expect((await staff.client.list('alert', { organisation_id })).data).toEqual([])
  expect((await staff.client.list('alert', { organisation_id, drills: true })).data).toHaveLength(1)
  expect((await staff.client.list('trackerevent', { organisation_id })).data).toEqual([])
  expect(await countOf('alert')).toBe(1)
  const [running] = (await staff.client.act('GET firedrills/running', { organisation_id })).data
  expect(running).toMatchObject({ id, alert_id: alert.id, lon: expect.any(Number), answered_at: null })
  const { tracker_id } = await drillOf(id)
  await expect(administrator.client.update('tracker', { id: tracker_id!, name: 'Real' })).rejects.toMatchObject({
    status: 403,
  })

  await staff.client.act('POST firedrill/acknowledge', { id, via: 'message' })
  const { answers, lines } = await linesOf(id)
  expect(answers).toMatchObject([{ user_id: staff.id, via: 'message' }])
  expect(lines).toContainEqual(
    expect.objectContaining({ user_id: staff.id, channel: null, state: 'not_asked', reason: 'no_settings' }),
  )

  await ended(id)
  for (const table of ['tracker', 'alert', 'tracker_event', 'tracker_state'] as const)
    expect(await countOf(table)).toBe(0)
  expect(await drillOf(id)).toMatchObject({ ended_by: 'person', reached: 1, expected: 1, acknowledged: 1 })
  expect((await linesOf(id)).lines).toContainEqual(
    expect.objectContaining({ channel: 'email', address: 'f…@example.com', state: 'reached', provider: 'smtp' }),
  )
  expect((await staff.client.act('GET firedrills/running', { organisation_id })).data).toEqual([])
  await expect(staff.client.act('POST firedrill/acknowledge', { id })).rejects.toMatchObject({ status: 404 })
  const messages = (await administrator.client.list('message', { organisation_id })).data
  expect(messages.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Übung: /)])
  live.stop()
})

it('raises an alarm, waits for nobody in quiet hours, and continues after another process has begun it', async () => {
  await network.admin.call('POST', 'userconfig/save', {
    organisation_id: freight.id,
    user_id: freight.administrator.id,
    quiet_from: '00:00',
    quiet_to: '23:59',
  } as never)
  const id = await start({ kind: 'alarm', boundary_id: null, alarm: 'low_battery' })
  await expect
    .poll(async () => (await linesOf(id)).lines.find(({ channel }) => channel === 'email')?.reason)
    .toBe('quiet')
  await sql`update fire_drill set ends_at = now(), next_at = now() where id = ${id}`.execute(network.db)
  await expect.poll(async () => (await drillOf(id)).state).toBe('ended')
  expect(await drillOf(id)).toMatchObject({ ended_by: 'time', reached: 0, failure: null })
  expect(await countOf('held_alert')).toBe(0)
  expect(await countOf('tracker')).toBe(0)
})

it('is started by administrators of the organisation, in person, one at a time', async () => {
  const organisation_id = freight.id
  const body = { organisation_id, kind: 'boundary' as const, boundary_id: yard }
  const { administrator, staff } = freight
  await expect(staff.client.create('firedrill', body)).rejects.toMatchObject({ status: 403 })
  const rail = await makeOrganisation(network, 'rail')
  await expect(rail.administrator.client.create('firedrill', body)).rejects.toMatchObject({ status: 404 })
  const elsewhere = { ...body, organisation_id: rail.id }
  await expect(rail.administrator.client.create('firedrill', elsewhere)).rejects.toMatchObject({
    status: 404,
    field: 'boundary_id',
  })
  const { boundary_id: _, ...without } = body
  await expect(administrator.client.create('firedrill', without)).rejects.toMatchObject({ field: 'boundary_id' })
  const key = await makeKey(administrator, { organisation_id, scopes: ['read'] })
  const asKey = await fetch(`${network.url}/api/v1/firedrill`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(asKey.status).toBe(403)
  const colleague = await makePerson(network, 'freight-second', organisation_id, 'Administrator')
  const two = await Promise.allSettled([
    administrator.client.create('firedrill', body),
    colleague.client.create('firedrill', body),
  ])
  expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [open] = (await administrator.client.list('firedrill', { organisation_id, limit: 1 })).data
  await ended(open!.id)
  await sql`insert into fire_drill (organisation_id, kind, alarm, state, ended_by, ended_at)
    select ${organisation_id}, 'alarm', 'sos', 'ended', 'time', now() from generate_series(1, 8)`.execute(network.db)
  await expect(administrator.client.create('firedrill', body)).rejects.toMatchObject({ status: 429 })
})

it('happens once a month, also with several processes, and not hours late', async () => {
  const organisation_id = freight.id
  const { administrator } = freight
  const plan = { organisation_id, kind: 'alarm' as const, alarm: 'sos' as const, day_of_month: 31, at: '09:00' }
  const { data } = await administrator.client.create('firedrillplan', plan)
  expect(Date.parse(data.next_at!)).toBeGreaterThan(Date.now())
  await expect(administrator.client.create('firedrillplan', plan)).rejects.toMatchObject({ status: 409 })
  const due = (ago: string) =>
    sql`update fire_drill_plan set next_at = now() - ${ago}::interval where id = ${data.id}`.execute(network.db)
  const scheduled = async () => {
    const { data } = await administrator.client.list('firedrill', { organisation_id })
    return data.filter(({ scheduled_for }) => scheduled_for !== null).length
  }
  await due('3 hours')
  await beginDueDrills(network.db)
  expect(await scheduled()).toBe(0)
  await due('1 minute')
  await Promise.all([beginDueDrills(network.db), beginDueDrills(network.db)])
  expect(await scheduled()).toBe(1)
  const { data: after } = await administrator.client.read('firedrillplan', data.id)
  expect(Date.parse(after.next_at!)).toBeGreaterThan(Date.now())
  const [drill] = (await administrator.client.list('firedrill', { organisation_id, limit: 1 })).data
  await ended(drill!.id)
})
