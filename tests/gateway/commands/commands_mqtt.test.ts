import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice } from '../../network.ts'
import { openPhone } from '../phone.ts'
import { encoded, type Orders, pollOptions, type Registered, startOrders, welcome } from './orders.ts'

let orders: Orders
beforeAll(async () => {
  orders = await startOrders()
})
afterAll(() => orders.network.stop())

describe('a command over MQTT', () => {
  const commandTopic = (number: string) => `trackers/${number}/command`

  /** A subscribed device, and the messages it receives. */
  async function listen({ number, token }: Registered, topic: string, options?: IClientOptions) {
    const client = await connectDevice(orders.network, number, token, options)
    const received = recordMessages(client)
    await client.subscribeAsync(topic, { qos: 1 })
    return { client, received }
  }

  it('is sent with its id, and answered by it', async () => {
    const tracker = await orders.register()
    const { client, received } = await listen(tracker, commandTopic(tracker.number))
    const command = await orders.order(tracker.id, 'blink', { expires_in_s: 60 })
    const { data: interval } = await orders.ours.administrator.client.create('trackercommand', {
      tracker_id: tracker.id,
      type: 'interval',
      interval_s: 5,
    })
    await expect
      .poll(() => received, pollOptions)
      .toEqual([
        [commandTopic(tracker.number), { id: command, type: 'custom', text: 'blink' }, false],
        [commandTopic(tracker.number), { id: interval.id, type: 'interval', interval_s: 5 }, false],
      ])
    const answer = JSON.stringify({ id: interval.id, text: 'every five seconds' })
    await client.publishAsync(`${commandTopic(tracker.number)}/answer`, answer, { qos: 1 })
    expect(await orders.read(interval.id)).toMatchObject({ state: 'answered', answer: 'every five seconds' })
    await client.publishAsync(`trackers/${tracker.number}/status`, JSON.stringify({ id: command }), { qos: 1 })
    expect(await orders.read(command)).toMatchObject({ state: 'answered', answer: '' })
    await client.endAsync()
  })

  it('waits until the device subscribes', async () => {
    const tracker = await orders.register()
    const deaf = await connectDevice(orders.network, tracker.number, tracker.token)
    const command = await orders.order(tracker.id, 'blink')
    await deaf.publishAsync(`trackers/${tracker.number}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    expect(await orders.read(command)).toMatchObject({ state: 'queued' })
    const { client, received } = await listen(tracker, `trackers/${tracker.number}/#`)
    await orders.becomes(command, { state: 'sent' })
    await expect.poll(() => received.map(([topic]) => topic), pollOptions).toContain(commandTopic(tracker.number))
    await Promise.all([client.endAsync(), deaf.endAsync()])
  })

  it('reaches a resumed session without a new subscription', async () => {
    const tracker = await orders.register()
    const kept = { clean: false, clientId: 'kept' }
    const { client } = await listen(tracker, commandTopic(tracker.number), kept)
    await client.endAsync()
    const command = await orders.order(tracker.id, 'blink')
    const again = await connectDevice(orders.network, tracker.number, tracker.token, kept)
    await orders.becomes(command, { state: 'sent' })
    const answer = JSON.stringify({ id: command, text: 'OK' })
    await again.publishAsync(`${commandTopic(tracker.number)}/answer`, answer, { qos: 1 })
    expect(await orders.read(command)).toMatchObject({ state: 'answered', answer: 'OK' })
    await again.endAsync()
  })

  it.each([
    ['no number', '{"text":"OK"}'],
    ['a text that is a number', '{"id":1,"text":7}'],
    ['no JSON', 'OK'],
  ])('closes the connection on an answer with %s', async (_, payload) => {
    const tracker = await orders.register()
    const client = await connectDevice(orders.network, tracker.number, tracker.token)
    const closed = new Promise((resolve) => client.on('close', () => resolve('closed')))
    client.publish(`${commandTopic(tracker.number)}/answer`, payload, { qos: 1 })
    expect(await closed).toBe('closed')
  })

  it('cannot be answered by another tracker', async () => {
    const [one, other] = [await orders.register(), await orders.register()]
    const { client } = await listen(one, commandTopic(one.number))
    const command = await orders.order(one.id, 'blink')
    await orders.becomes(command, { state: 'sent' })
    const stranger = await connectDevice(orders.network, other.number, other.token)
    const answer = JSON.stringify({ id: command, text: 'mine' })
    await stranger.publishAsync(`${commandTopic(other.number)}/answer`, answer, { qos: 1 })
    expect(await orders.read(command)).toMatchObject({ state: 'sent', answer: null })
    await Promise.all([client.endAsync(), stranger.endAsync()])
  })
})

describe('a command over WebSocket', () => {
  it('reaches a phone that takes commands, and is answered by its id', async () => {
    const { id, token } = await orders.register()
    const deaf = openPhone(orders.network.url, { query: `?token=${token}` })
    await expect.poll(() => deaf.configs(), pollOptions).toHaveLength(1)
    const command = await orders.order(id, 'blink')
    expect(await orders.read(command)).toMatchObject({ state: 'queued' })
    const phone = openPhone(orders.network.url)
    await phone.opened
    phone.send({ token, commands: true })
    await expect.poll(() => phone.commands(), pollOptions).toEqual([{ id: command, type: 'custom', text: 'blink' }])
    phone.send({ answer: { id: command, text: 'it blinks' } })
    await orders.becomes(command, { state: 'answered', answer: 'it blinks' })
    phone.send({ answer: { id: 'seven' } })
    await expect.poll(() => phone.errors(), pollOptions).toEqual([['id: is not that of a command', null]])

    const { data: interval } = await orders.ours.administrator.client.create('trackercommand', {
      tracker_id: id,
      type: 'interval',
      interval_s: 5,
    })
    await expect
      .poll(() => phone.commands().at(-1), pollOptions)
      .toEqual({ id: interval.id, type: 'interval', interval_s: 5 })
    phone.socket.close()
    deaf.socket.close()
  })
})

describe('settings', () => {
  const configOf = (interval_s: number, more = {}) => ({
    interval_s,
    interval_charging_s: 30,
    pause_after_still_s: 0,
    ...more,
  })

  it('are retained over MQTT: sent with the subscription, and when they change', async () => {
    const { id, number, token } = await orders.register({ interval_s: 20 })
    const topic = `trackers/${number}/config`
    const client = await connectDevice(orders.network, number, token)
    const received = recordMessages(client)
    await client.subscribeAsync(topic)
    await expect.poll(() => received, pollOptions).toEqual([[topic, configOf(20), true]])
    await orders.ours.administrator.client.update('tracker', { id, interval_s: 10 })
    await expect.poll(() => received.slice(1), pollOptions).toEqual([[topic, configOf(10), false]])
    await orders.ours.administrator.client.update('tracker', { id, name: 'Same settings' })
    await orders.ours.administrator.client.update('tracker', { id, interval_charging_s: 5, pause_after_still_s: 60 })
    const last = configOf(10, { interval_charging_s: 5, pause_after_still_s: 60 })
    await expect.poll(() => received.slice(2), pollOptions).toEqual([[topic, last, false]])
    const fresh = await connectDevice(orders.network, number, token)
    const receivedAgain = recordMessages(fresh)
    await fresh.subscribeAsync(`trackers/${number}/+`)
    await expect.poll(() => receivedAgain, pollOptions).toEqual([[topic, last, true]])
    // The changed interval is listed, and was not also sent as a command.
    const commands = await orders.listOf(id)
    expect(commands.map(({ interval_s, by_settings }) => [interval_s, by_settings])).toEqual([[10, true]])
    await orders.becomes(commands[0]!.id, { state: 'sent', created_by_user_id: orders.ours.administrator.id })
    await Promise.all([client.endAsync(), fresh.endAsync()])
  })

  it('reach a device over TCP as a command, once for each change', async () => {
    const { id, number } = await orders.register({ interval_s: 120 })
    const device = orders.signIn(number)
    await device.receives(welcome)
    const { client } = orders.ours.administrator
    await client.update('tracker', { id, interval_s: 15 })
    await device.receives(welcome + encoded('TIMER,15,15#'))
    await client.update('tracker', { id, interval_s: 15, name: 'Same interval' })
    await client.update('tracker', { id, pause_after_still_s: 60 })
    // A tracker that is switched off has no connection, once that is closed.
    await client.update('tracker', { id, active: false })
    await device.closed
    expect(device.received()).toBe(welcome + encoded('TIMER,15,15#'))
    // After several changes during its absence, the device gets the last.
    await client.update('tracker', { id, interval_s: 30 })
    await client.update('tracker', { id, interval_s: 45 })
    await client.update('tracker', { id, active: true })
    const last = orders.signIn(number)
    await last.receives(welcome + encoded('TIMER,45,45#'))
    expect((await orders.listOf(id)).map(({ interval_s, state }) => [interval_s, state])).toEqual([
      [15, 'sent'],
      [45, 'sent'],
    ])
    last.end()
  })

  it('sent to a phone as settings mark their command as sent', async () => {
    const { id, token } = await orders.register()
    const phone = openPhone(orders.network.url, { query: `?token=${token}` })
    await expect.poll(() => phone.configs(), pollOptions).toHaveLength(1)
    await orders.ours.administrator.client.update('tracker', { id, interval_s: 7 })
    await expect.poll(async () => (await orders.listOf(id)).map(({ state }) => state), pollOptions).toEqual(['sent'])
    await expect.poll(() => phone.configs().at(-1), pollOptions).toMatchObject({ interval_s: 7 })
    phone.socket.close()
  })
})

/** Topic, payload and RETAIN of a client's messages. */
function recordMessages(client: MqttClient): [string, object, boolean][] {
  const received: [string, object, boolean][] = []
  client.on(
    'message',
    (topic, payload, { retain }) => void received.push([topic, JSON.parse(payload.toString()), retain]),
  )
  return received
}
