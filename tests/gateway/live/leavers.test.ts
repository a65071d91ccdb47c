import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { connectTcp, gt06 } from '../device.ts'
import { openPhone } from '../phone.ts'

let network: Network
let ours: Organisation
let osmand: string
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'any' })
  ours = await makeOrganisation(network, 'ours')
  osmand = `${network.url}/gateway/osmand`
})
afterAll(() => network.stop())

const leaving: [string, (person: Person) => Promise<unknown>][] = [
  ['is removed', (person) => endMembership(person)],
  ['is switched off', ({ id }) => ours.administrator.client.update('user', { id, active: false })],
  ['is deleted', ({ id }) => ours.administrator.client.remove('user', id)],
]

async function endMembership({ id }: Person): Promise<void> {
  const { client } = ours.administrator
  const [membership] = (await client.list('membership', { user_id: id })).data
  await client.remove('membership', membership!.id)
}

const transports = ['mqtt' as const, 'websocket' as const, 'osmand' as const, 'gt06' as const]

const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 1000 })).data.filter(
    ({ event }) => event === 'position',
  )

describe.each(leaving)('the phone of a member who %s', (name, leave) => {
  it('stops immediately, over each transport', async () => {
    const person = await makePerson(network, `leaver-${name.replaceAll(' ', '-')}`, ours.id, 'User')
    const number = `1${String(person.id).padStart(14, '0')}`
    const { data } = await person.client.create('tracker', { number, type: 'phone', transports })
    const token = data.device_token as string
    const by_person = openPhone(network.url)
    await by_person.opened
    by_person.send({ token: person.token, number })
    await expect.poll(() => by_person.configs().length).toBe(1)
    const by_token = openPhone(network.url)
    await by_token.opened
    by_token.send({ token })
    await expect.poll(() => by_token.configs().length).toBe(1)
    const mqtt = await connectDevice(network, number, token)
    const mqtt_closed = new Promise<void>((resolve) => mqtt.once('close', () => resolve()))
    const tcp = connectTcp(network.server.tcp_ports.gt06!)
    tcp.send(gt06.login(number))
    await tcp.receives(gt06.answer(1, 1))
    expect((await fetch(`${osmand}?id=${number}&lat=1&lon=1`)).status).toBe(200)
    expect(await eventsOf(data.id)).toHaveLength(1)

    await leave(person)
    await Promise.all([by_person.closed, by_token.closed, mqtt_closed, tcp.closed])
    expect((await fetch(`${osmand}?id=${number}&lat=1&lon=1`)).status).toBe(400)
    expect((await fetch(`${osmand}?id=${number}&token=${token}&lat=1&lon=1`)).ok).toBe(false)
    await expect(connectDevice(network, number, token)).rejects.toThrow()
    const again = openPhone(network.url)
    await again.opened
    again.send({ token })
    await again.closed
    const tcp_again = connectTcp(network.server.tcp_ports.gt06!)
    tcp_again.send(gt06.login(number))
    await tcp_again.closed
    expect(await eventsOf(data.id)).toHaveLength(1)
    const { client } = ours.administrator
    expect((await client.read('tracker', data.id)).data).toMatchObject({ active: false, owner_user_id: person.id })

    // They are not tracked any more; the phone may be given to another person.
    await expect(client.update('tracker', { id: data.id, active: true })).rejects.toMatchObject({ status: 476 })
    await client.update('tracker', { id: data.id, active: true, owner_user_id: ours.user.id })
    expect((await fetch(`${osmand}?id=${number}&lat=1&lon=1`)).status).toBe(200)
    if (name === 'is switched off') return
    await expect(connectDevice(network, number, token)).rejects.toThrow()
  })
})

describe('a GPS unit of a member', () => {
  it('who leaves stays in the organisation, without an owner', async () => {
    const person = await makePerson(network, 'driver', ours.id, 'User')
    const { data } = await person.client.create('tracker', { number: 'unit-1' })
    const device = await connectDevice(network, 'unit-1', data.device_token as string)
    await endMembership(person)
    expect((await ours.administrator.client.read('tracker', data.id)).data).toMatchObject({
      active: true,
      owner_user_id: null,
    })
    await device.publishAsync('trackers/unit-1/position', JSON.stringify({ lat: 1, lon: 1 }), { qos: 1 })
    expect(await eventsOf(data.id)).toHaveLength(1)
    await expect(person.client.read('tracker', data.id)).rejects.toMatchObject({ status: 404 })
    await device.endAsync()
  })

  it('whose account is deactivated for a while stays theirs', async () => {
    const person = await makePerson(network, 'away', ours.id, 'User')
    const { data } = await person.client.create('tracker', { number: 'unit-2' })
    await ours.administrator.client.update('user', { id: person.id, active: false })
    expect((await ours.administrator.client.read('tracker', data.id)).data).toMatchObject({
      active: true,
      owner_user_id: person.id,
    })
  })
})
