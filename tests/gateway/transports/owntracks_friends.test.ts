import { beforeAll, expect, it } from 'vitest'
import { type Network, startTracker } from '../../network.ts'
import { makeKey, makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'friendly')
})

async function register(number: string, owner_user_id: number) {
  const { data } = await network.admin.create('tracker', {
    number,
    type: 'phone',
    organisation_id: ours.id,
    owner_user_id,
  })
  return { id: data.id, number, token: String(data.device_token) }
}

async function post({ number }: { number: string }, password: string, message: object = {}) {
  const answer = await fetch(`${network.url}/gateway/owntracks`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${number}:${password}`)}` },
    body: JSON.stringify({ _type: 'location', lat: -36.8, lon: 174.7, tst: Math.floor(Date.now() / 1000), ...message }),
  })
  const messages = answer.status === 200 ? ((await answer.json()) as Record<string, unknown>[]) : []
  return { status: answer.status, messages: messages.filter(({ _type }) => _type !== 'cmd') }
}

it('phones of OwnTracks show the trackers that the key in their password reads, and no others', async () => {
  const theirs = await makeOrganisation(network, 'unfriendly')
  for (const [number, organisation_id, owner_user_id] of [
    ['friend-own', ours.id, ours.user.id],
    ['friend-hidden', ours.id, null],
    ['friend-foreign', theirs.id, null],
  ] as const) {
    const device = await startTracker(network, number, { organisation_id, owner_user_id, name: number })
    await device.report({ lat: -36.85, lon: 174.75, ts: ago(2), speed: 10, battery: 80 })
    await device.stop()
  }
  const phone = await register('friend-phone', ours.user.id)
  const key = await makeKey(ours.user, { organisation_id: ours.id, scopes: ['read'] })
  // A device token reads nothing.
  expect(await post(phone, phone.token)).toEqual({ status: 200, messages: [] })
  const { messages } = await post(phone, `${phone.token}+${key}`)
  expect(messages).toMatchObject([
    { _type: 'card', name: 'friend-own', tid: expect.stringMatching(/^[0-9A-Z]{2}$/) },
    { _type: 'location', lat: -36.85, lon: 174.75, vel: 36, batt: 80, tst: expect.any(Number) },
  ])
  expect(messages[1]).toMatchObject({ tid: messages[0]!.tid, topic: messages[0]!.topic })
  // Within a minute not again; with another key at once.
  expect(await post(phone, `${phone.token}+${key}`)).toEqual({ status: 200, messages: [] })
  const whole = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['read'] })
  const names = (await post(phone, `${phone.token}+${whole}`)).messages.flatMap(({ name }) => name ?? [])
  expect(names.sort()).toEqual(['friend-hidden', 'friend-own'])
})

it('a report is stored although its key is refused: revoked, without the scope Read, or none', async () => {
  const phone = await register('friend-refused', ours.user.id)
  const writer = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['write'] })
  const revoked = await makeKey(ours.staff, { organisation_id: ours.id, scopes: ['read'] })
  const { data } = await ours.staff.client.list('apikey', {})
  await ours.staff.client.remove('apikey', data[0]!.id)
  let minutes = 9
  for (const key of [writer, revoked, 'rf_guess', ours.administrator.token, '']) {
    const tst = Math.floor(Date.now() / 1000) - 60 * minutes--
    expect(await post(phone, `${phone.token}+${key}`, { tst })).toEqual({ status: 200, messages: [] })
  }
  expect((await network.admin.list('trackerevent', { tracker_id: phone.id })).data).toHaveLength(5)
  const good = await makeKey(ours.user, { organisation_id: ours.id, scopes: ['read'] })
  expect(await post(phone, `wrong+${good}`)).toMatchObject({ status: 401 })
})
