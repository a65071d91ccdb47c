import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttp } from '../../messaging/fakes.ts'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, makePerson, PASSWORD } from '../../seeds/people.ts'

let network: Network
let gateway: Awaited<ReturnType<typeof startHttp>>
let ours: Awaited<ReturnType<typeof makeOrganisation>>
/** What the SMS gateway answers. */
let status = 200

beforeAll(async () => {
  gateway = await startHttp(() => ({ status }))
  network = await startNetwork({ SMS_URL: `http://127.0.0.1:${gateway.port}/sms` })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(async () => {
  await network.stop()
  await gateway.stop()
})

const client = () => ours.administrator.client
const allow = (sms_commands_per_day: number | null) =>
  network.admin.call('POST', 'organisation/quotas', {
    organisation_id: ours.id,
    quotas: { sms_commands_per_day },
  } as never)
const send = (body: object) =>
  client().act('POST trackercommand/send', { type: 'custom', by_sms: true, ...body } as never)
const received = () => gateway.all.map(({ body }) => JSON.parse(body) as { to: string; text: string; id: string })
const commandsOf = async (tracker_id: number) =>
  (await client().list('trackercommand', { tracker_id, sort: 'id' })).data

let made = 0
async function tracker(more: object = { sim_number: '021 123 45 67' }): Promise<number> {
  const number = `sms-${++made}`
  return (await client().create('tracker', { organisation_id: ours.id, number, transports: ['teltonika'], ...more }))
    .data.id
}

describe('a command by SMS', () => {
  it('needs an organisation that may send some, a text, and trackers with the number of a SIM', async () => {
    const [id, without] = [await tracker(), await tracker({})]
    const text = '  getgps'
    await expect(send({ tracker_ids: [id], text })).rejects.toThrow(/platform administrator raises its quota/)
    await allow(5)
    await expect(send({ tracker_ids: [id], type: 'reboot' })).rejects.toThrow(/type custom/)
    await expect(send({ tracker_ids: [id], text: 'x'.repeat(161) })).rejects.toThrow(/160 characters/)
    const { data } = await send({ tracker_ids: [id, without], text, dry_run: true })
    expect(data).toMatchObject({ accepted: 1, refused: [{ tracker_id: without, reason: 'it has no number of a SIM' }] })
    await expect(tracker({ sim_number: 'my phone' })).rejects.toThrow(/is not a phone number/)
    expect(gateway.all).toEqual([])
  })

  it('is sent once to the number, also where the device is not connected', async () => {
    await allow(5)
    const id = await tracker()
    const text = `getver ${id}`
    await send({ tracker_ids: [id], text })
    await expect.poll(() => received().filter((sms) => sms.text === text)).toHaveLength(1)
    expect(received().at(-1)).toMatchObject({ to: '+64211234567', text })
    expect(await commandsOf(id)).toMatchObject([{ state: 'sent', by_sms: true, text, reason: null }])
  })

  it('fails for what the provider refuses, and beyond the quota of a day', async () => {
    await allow(null)
    await allow(4)
    const id = await tracker()
    status = 400
    await send({ tracker_ids: [id], text: 'refused' })
    await expect.poll(() => commandsOf(id)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('400') }])
    status = 200
    for (const text of ['one', 'two', 'three', 'four']) await send({ tracker_ids: [id], text })
    await expect
      .poll(async () => (await commandsOf(id)).map(({ state, reason }) => reason ?? state))
      .toEqual([
        expect.stringContaining('400'),
        'sent',
        'sent',
        'sent',
        "the organisation's quota is used up: 4 commands by SMS a day",
      ])
  })

  it('that may stop a vehicle needs the password, and waits until it stands', async () => {
    await allow(50)
    const id = await tracker()
    const text = 'setdigout 1'
    await expect(send({ tracker_ids: [id], text })).rejects.toThrow(/^why: /)
    await send({ tracker_ids: [id], text, password: PASSWORD, why: 'Stolen' })
    await send({ tracker_ids: [id], text: 'after' })
    await expect.poll(async () => (await commandsOf(id)).map(({ state }) => state)).toEqual(['queued', 'sent'])
    expect(received().filter((sms) => sms.text === text)).toEqual([])
  })

  it('is for administrators: who owns a tracker sets no number of a SIM, and sends nothing there', async () => {
    await allow(50)
    const owner = ours.user
    const id = await tracker({ sim_number: '021 123 45 67', owner_user_id: owner.id })
    await expect(owner.client.update('tracker', { id, sim_number: '021 999 99 99' })).rejects.toThrow(/administrator/)
    await expect(
      owner.client.act('POST trackercommand/send', { tracker_ids: [id], type: 'custom', text: 'spam', by_sms: true }),
    ).rejects.toThrow(/only administrators/)
  })

  it('is not sent where the giver has become no administrator in the meantime', async () => {
    await allow(50)
    const other = await makePerson(network, 'second', ours.id, 'Administrator')
    const id = await tracker()
    const send_at = new Date(Date.now() + 3600_000).toISOString()
    await other.client.act('POST trackercommand/send', {
      tracker_ids: [id],
      type: 'custom',
      text: 'later',
      by_sms: true,
      send_at,
    })
    await network.db.updateTable('membership').set({ role_name: 'Staff' }).where('user_id', '=', other.id).execute()
    await sql`update tracker_command set send_at = now() where tracker_id = ${id}`.execute(network.db)
    await expect
      .poll(() => commandsOf(id))
      .toMatchObject([{ state: 'failed', reason: 'who gave it may no longer change this tracker' }])
  })

  // The last one: the provider is not asked again for half a minute.
  it('waits while the provider is away', async () => {
    await allow(50)
    const id = await tracker()
    status = 503
    const before = gateway.all.length
    await send({ tracker_ids: [id], text: 'again' })
    await expect.poll(() => gateway.all.length).toBe(before + 1)
    await expect.poll(() => commandsOf(id)).toMatchObject([{ state: 'queued', sent_at: null, reason: null }])
  })
})
