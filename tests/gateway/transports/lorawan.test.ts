import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeKey, makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let application: string

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'lora-ours')
  theirs = await makeOrganisation(network, 'lora-theirs')
  application = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['devices'] })
})

let euis = 0
async function register({ organisation = ours, owner_user_id = null as number | null, transports = ['lorawan'] } = {}) {
  const number = `70B3D57ED0${String(++euis).padStart(6, '0')}`
  const { data } = await network.admin.create('tracker', {
    number,
    organisation_id: organisation.id,
    owner_user_id,
    transports,
  })
  return { id: data.id, number, token: String(data.device_token) }
}

let frames = 0
function uplink(number: string, decoded_payload: object, f_cnt = ++frames) {
  const received_at = new Date().toISOString()
  return {
    end_device_ids: { dev_eui: number, dev_addr: '260B0001' },
    received_at,
    uplink_message: { f_port: 1, f_cnt, received_at, decoded_payload, rx_metadata: [{ rssi: -90, snr: 5 }] },
  }
}

async function post(body: object, token: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(`${network.url}/gateway/lorawan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

async function eventsOf(tracker_id: number) {
  return (await network.admin.list('trackerevent', { tracker_id, sort: 'id' })).data
}

const place = { latitude: -36.85, longitude: 174.76 }

it('stores the uplinks of all devices of an application by a key, each frame once', async () => {
  const [dog, cat] = [await register(), await register()]
  const frame = uplink(dog.number, { ...place, temperature: 21 })
  expect(await post(frame, application)).toMatchObject({ status: 200 })
  const again = uplink(dog.number, place, frame.uplink_message.f_cnt)
  expect(await post(again, application)).toMatchObject({ status: 200 })
  expect(await post(uplink(cat.number.toLowerCase(), { batV: 3.6 }), application)).toMatchObject({ status: 200 })
  const [events, others] = [await eventsOf(dog.id), await eventsOf(cat.id)]
  expect(events).toMatchObject([
    { position: { coordinates: [174.76, -36.85] }, attributes: { temperature: 21, rssi: -90 } },
  ])
  expect(events).toHaveLength(1)
  expect(others).toMatchObject([{ position: null, event: 'status', attributes: { battery_volts: 3.6 } }])
  const joined = { end_device_ids: frame.end_device_ids, join_accept: {} }
  expect(await post(joined, application)).toMatchObject({ status: 200 })
  expect(await eventsOf(dog.id)).toHaveLength(1)
})

it('takes the token of the device itself, and of no other', async () => {
  const [own, other] = [await register(), await register()]
  expect(await post(uplink(own.number, place), own.token)).toMatchObject({ status: 200 })
  expect(await post(uplink(other.number, place), own.token)).toMatchObject({ status: 401 })
  expect(await post(uplink(own.number, place), null)).toMatchObject({ status: 401 })
  expect(await eventsOf(own.id)).toHaveLength(1)
  expect(await eventsOf(other.id)).toHaveLength(0)
})

it('stores nothing by keys without the scope, of others, or revoked; nor where the tracker does not allow it', async () => {
  const device = await register()
  const by_mqtt = await register({ transports: ['mqtt'] })
  const revoked = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['devices'] })
  const { data: keys } = await ours.administrator.client.list('apikey', { sort: '-id' })
  await ours.administrator.client.remove('apikey', keys[0]!.id)
  const reader = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['read', 'write', 'admin'] })
  for (const key of [reader, revoked, 'rf_guess'])
    expect(await post(uplink(device.number, place), key)).toMatchObject({ status: 401 })
  // Others get the same answer as for a device that does not exist, and their webhook continues.
  for (const [person, organisation] of [
    [theirs.administrator, theirs],
    [ours.user, ours],
    [ours.staff, ours],
  ] as const) {
    const key = await makeKey(person, { organisation_id: organisation.id, scopes: ['devices'] })
    expect(await post(uplink(device.number, place), key)).toMatchObject({ status: 200 })
  }
  expect(await post(uplink(by_mqtt.number, place), application)).toMatchObject({ status: 200 })
  expect(await eventsOf(device.id)).toHaveLength(0)
  expect(await eventsOf(by_mqtt.id)).toHaveLength(0)
  const own = await register({ owner_user_id: ours.user.id })
  const key_of_owner = await makeKey(ours.user, { organisation_id: ours.id, scopes: ['devices'] })
  await post(uplink(own.number, place), key_of_owner)
  expect(await eventsOf(own.id)).toHaveLength(1)
})

it('lists the device that has knocked, and says what is wrong with a message', async () => {
  const stranger = `A81758FFFE${String(Date.now()).slice(-6)}`
  expect(await post(uplink(stranger, place), application)).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await network.admin.list('unknowndevice', { search: stranger })).data)
    .toMatchObject([{ number: stranger, protocol: 'lorawan', status: 'unregistered' }])
  expect(await post({ end_device_ids: { device_id: 'x' } }, application)).toEqual({
    status: 400,
    text: 'end_device_ids.dev_eui: is missing',
  })
})

it('sends no command into a private network, and says why one was not sent', async () => {
  const device = await register()
  const { data } = await network.admin.create('trackercommand', { tracker_id: device.id, type: 'custom', text: '2:01' })
  await post(uplink(device.number, place), application, {
    'x-downlink-push': 'http://127.0.0.1:1/down/push',
    'x-downlink-apikey': 'NNSXS.A',
  })
  await expect
    .poll(async () => (await network.admin.read('trackercommand', data.id)).data)
    .toMatchObject({ state: 'failed', reason: expect.stringContaining('private network') })
})
