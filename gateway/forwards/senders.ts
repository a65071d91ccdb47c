import { requestFrom } from '#messages/providers/request.ts'
import type { Bus, BusAddress, BusMessage } from './brokers/bus.ts'
import { Conversation, NotTaken } from './conversation.ts'
import { jsonOf, osmandOf, ringfenceOf, trackerOf } from './formats.ts'
import { publicationsOf } from './home_assistant.ts'
import { Broker, type Publication } from './mqtt.ts'
import type { DueTracker, Forward, Item } from './store.ts'
import { batchLine, signInLine, type Version } from './wialon.ts'

/** What a round of a forwarding sends by: for each tracker a sender, which is closed after it. */
export interface Round {
  /** @throws {NotTaken} */
  open(tracker: DueTracker): Promise<Sender>
  close(): void
}

export interface Sender {
  /** How many reports at a time; each of them is taken or not. */
  at_once: number
  /** Resolves when the receiver has taken all of them. @throws {NotTaken} */
  send(items: Item[]): Promise<void>
  close(): void
}

export function roundOf(to: Target): Round {
  if (to.forward.protocol === 'http') return { open: async (tracker) => overHttp(to, tracker), close() {} }
  if (to.forward.protocol === 'mqtt') return overMqtt(to)
  const open = busses[to.forward.protocol as keyof typeof busses]
  if (open) return overBus(to, open)
  return { open: (tracker) => overWialon(to, tracker), close() {} }
}

/** Each tracker has a connection of its own: the protocol has one device a connection. */
async function overWialon({ forward, password, allow_private }: Target, { number }: DueTracker): Promise<Sender> {
  const conversation = await Conversation.open({ ...forward, allow_private })
  const version: Version = forward.protocol === 'wialon' ? '2.0' : '1.1'
  try {
    await signIn(conversation, signInLine(version, number, password))
  } catch (error) {
    conversation.close()
    throw error
  }
  return {
    at_once: 50,
    send: (items) => sendBatch(conversation, batchLine(version, items)),
    close: () => conversation.close(),
  }
}

/** @throws {NotTaken} */
async function signIn(conversation: Conversation, line: string): Promise<void> {
  const answer = await conversation.ask(line)
  if (answer === '#AL#1') return
  if (answer === '#AL#01') throw new NotTaken('tracker', 'the password is wrong')
  if (answer.startsWith('#AL#')) throw new NotTaken('tracker', 'the number is not known there')
  throw new NotTaken('server', 'it does not answer in Wialon IPS')
}

/** Records that the other platform skips would be skipped again, so they are not resent. Zero accepted is a refusal. */
async function sendBatch(conversation: Conversation, line: string): Promise<void> {
  const answer = await conversation.ask(line)
  const [, count] = /^#AB#(\d+)$/.exec(answer) ?? []
  if (count === undefined || Number(count) === 0)
    throw new NotTaken('tracker', `the reports were refused: ${answer.slice(0, 40)}`)
}

/** JSON, many reports a request; the shapes of others have one. */
function overHttp({ forward, password, allow_private }: Target, tracker: DueTracker): Sender {
  const { format, organisation_id } = forward
  const headers = { 'user-agent': 'Ringfence', ...(password !== null && { authorization: `Bearer ${password}` }) }
  const post = async (body: string, type: string) => {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body, allow_private }
    const { status } = await requestFrom(forward.url!, sent).catch((error: Error) => {
      throw new NotTaken('server', error.message)
    })
    if (status >= 200 && status < 300) return
    // The receiver knows no such tracker, or takes no such report; all else is about all of them.
    const about_tracker = [400, 404, 409, 413, 422].includes(status)
    throw new NotTaken(about_tracker ? 'tracker' : 'server', `it answered ${status}`)
  }
  return {
    at_once: format === 'ringfence' ? 50 : 1,
    send(items) {
      if (format === 'osmand') return post(String(osmandOf(tracker, items[0]!)), 'application/x-www-form-urlencoded')
      if (format === 'traccar') return post(JSON.stringify(jsonOf(format, tracker, items[0]!)), 'application/json')
      const reports = items.map(ringfenceOf)
      return post(JSON.stringify({ organisation_id, tracker: trackerOf(tracker), reports }), 'application/json')
    },
    close() {},
  }
}

/** All trackers of a round on one connection, which is opened for the first of them. */
function overMqtt(to: Target): Round {
  const { forward, password, allow_private } = to
  let opening: Promise<Broker> | null = null
  const broker = () => {
    opening ??= Broker.open({ ...forward, password, allow_private, client_id: `ringfence-${forward.id}` })
    return opening
  }
  return {
    async open(tracker) {
      const connected = await broker()
      return {
        at_once: 50,
        send: (items) =>
          publishAll(
            connected,
            items.map((item) => publicationsFor(to, tracker, item)),
          ),
        close() {},
      }
    },
    close: () => void opening?.then((connected) => connected.close()).catch(() => {}),
  }
}

/** @throws {NotTaken} that says how many the broker has acknowledged, in order: they are not sent again */
async function publishAll(broker: Broker, reports: readonly Publication[][]): Promise<void> {
  const acknowledged = new Set<number>()
  try {
    await Promise.all(
      reports.map(async (publications, i) => {
        await broker.publish(publications)
        acknowledged.add(i)
      }),
    )
  } catch (error) {
    let taken = 0
    while (acknowledged.has(taken)) taken++
    throw new NotTaken('server', (error as Error).message, taken)
  }
}

/** The same of message brokers, whose clients are loaded once an organisation uses them. */
function overBus(to: Target, open: OpenBus): Round {
  const { forward, password, allow_private } = to
  let opening: Promise<Bus> | null = null
  return {
    async open(tracker) {
      opening ??= open({ ...forward, password, allow_private, client_id: `ringfence-${forward.id}` })
      const bus = await opening
      return {
        at_once: 50,
        send: (items) => bus.publish(items.map((item) => messageOf(to, tracker, item))),
        close() {},
      }
    },
    close: () => void opening?.then((bus) => bus.close()).catch(() => {}),
  }
}

const busses = {
  kafka: async (address: Parameters<OpenBus>[0]) => (await import('./brokers/kafka.ts')).openKafka(address),
  nats: async (address: Parameters<OpenBus>[0]) => (await import('./brokers/nats.ts')).openNats(address),
  amqp: async (address: Parameters<OpenBus>[0]) => (await import('./brokers/amqp.ts')).openAmqp(address),
}
type OpenBus = (address: BusAddress) => Promise<Bus>

function messageOf({ forward }: Target, tracker: DueTracker, item: Item): BusMessage {
  const { topic, format, organisation_id, id, protocol } = forward
  const number =
    protocol === 'kafka' ? tracker.number.replace(/[^\w.-]/g, '_') : tracker.number.replace(/[\s.*>#]/g, '_')
  const names = { organisation: organisation_id, id: tracker.tracker_id, number }
  return {
    id: `ringfence-${id}-${item.event_id}`,
    key: tracker.number,
    topic: topic!.replace(/\{(organisation|id|number)\}/g, (_, name: keyof typeof names) => String(names[name])),
    payload: JSON.stringify(bodyOf(format, tracker, item)),
  }
}

const bodyOf = (format: Forward['format'], tracker: DueTracker, item: Item) =>
  format === 'ringfence' ? { tracker: trackerOf(tracker), ...ringfenceOf(item) } : jsonOf(format, tracker, item)

/** Home Assistant shows what is, so older reports are left out; other receivers get each report once, in order. */
function publicationsFor({ forward, public_url }: Target, tracker: DueTracker, item: Item): Publication[] {
  const { topic, format, organisation_id } = forward
  if (format === 'home_assistant') {
    const is_over = tracker.latest_fix_at !== null && Date.parse(item.fix_at) < Date.parse(tracker.latest_fix_at)
    return is_over ? [] : publicationsOf(topic!, tracker, item, public_url)
  }
  const names = { organisation: organisation_id, id: tracker.tracker_id, number: topicPart(tracker.number) }
  const filled = topic!.replace(/\{(organisation|id|number)\}/g, (_, name: keyof typeof names) => String(names[name]))
  return [{ topic: filled, payload: JSON.stringify(bodyOf(format, tracker, item)), retain: false }]
}

/** A number with a wildcard or a slash would be another topic. */
const topicPart = (number: string) => number.replace(/[/+#\0]/g, '_')

export type Target = { forward: Forward; password: string | null; allow_private: boolean; public_url: string }
