import type { Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import { plainAddress } from '#db/networks.ts'
import type { ClaimedCommand, DeviceSettings } from '../../links/command.ts'
import type { Link } from '../../links/connected.ts'
import { encodeForOwntracks } from '../shared/app_commands.ts'
import { settingsOf } from '../shared/device_settings.ts'

/**
 * Sends settings (`trackers/<number>/config`, retained) and commands (`trackers/<number>/command`) to a subscribed
 * tracker. Both are read from the database when needed, so the broker stores nothing that could be lost or outdated.
 */
export class MqttLink implements Link {
  readonly transport: 'mqtt' | 'owntracks' | 'meshtastic'
  readonly identified_by = 'token'
  readonly address: string
  readonly since = Date.now()
  last_contact_at = this.since
  #client: Client
  /** Topic prefixes that the device may subscribe to: its number in its spellings. */
  #prefixes: string[]
  /** The last settings sent; null when they must be sent again. */
  #sent_settings: string | null = null
  /** The command topic of OwnTracks' app, after its first location. */
  #app: string | null = null

  constructor(client: Client, transport: MqttLink['transport'], prefixes: string[]) {
    this.#client = client
    this.address = plainAddress((client.conn as Socket).remoteAddress ?? '')
    this.transport = transport
    this.#prefixes = prefixes
  }

  close(): void {
    this.#client.close()
  }

  /** @returns whether settings or commands may have to be sent for these filters */
  subscribed(filters: string[]): boolean {
    const covered = (name: Topic) =>
      this.#prefixes.some((prefix) => filters.some((filter) => covers(filter, prefix + name)))
    if (covered('config')) this.#sent_settings = null
    return covered('config') || covered('command')
  }

  get takes_commands(): boolean {
    return !this.#client.closed && (this.#app !== null || this.#granted('command') !== null)
  }

  /** @param topic on which the app receives commands in its own format */
  setApp(topic: string): void {
    this.#app = topic
  }

  send(command: ClaimedCommand): string | null {
    if (this.#app === null || this.#granted('command') !== null) return this.#sendOwn(command)
    const encoded = encodeForOwntracks(command)
    if (typeof encoded === 'string') return encoded
    if (encoded) this.#publish(this.#app, JSON.stringify(encoded), 0, false)
    return null
  }

  #sendOwn({ id, type, text, interval_s, by_settings, fields }: ClaimedCommand): null {
    // Subscribers of the settings have them already.
    if (by_settings && this.#granted('config') !== null) return null
    const granted = this.#granted('command')
    const message = { id, type, ...(type === 'interval' ? { interval_s } : type === 'custom' ? { text } : fields) }
    if (granted) this.#publish(granted.topic, JSON.stringify(message), granted.qos, false)
    return null
  }

  configure(settings: DeviceSettings): boolean {
    const granted = this.#granted('config')
    if (granted === null) return false
    const text = JSON.stringify(settingsOf(settings))
    // MQTT 3.1.1 §3.3.1.3: RETAIN is set towards a new subscription, and not set towards an old one.
    if (text !== this.#sent_settings) this.#publish(granted.topic, text, 0, this.#sent_settings === null)
    this.#sent_settings = text
    return true
  }

  #publish(topic: string, text: string, qos: 0 | 1, retain: boolean): void {
    const payload = Buffer.from(text)
    this.#client.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain }, () => {})
  }

  /** The subscribed topic in the device's spelling of its number, with its QoS. */
  #granted(name: Topic): { topic: string; qos: 0 | 1 } | null {
    if (this.#client.closed) return null
    for (const prefix of this.#prefixes) {
      const topic = prefix + name
      const qos = Object.entries(subscriptionsOf(this.#client)).flatMap(([filter, granted]) =>
        covers(filter, topic) ? granted.qos : [],
      )
      if (qos.length > 0) return { topic, qos: Math.max(...qos) > 0 ? 1 : 0 }
    }
    return null
  }
}

type Topic = 'config' | 'command'

/** Calls `notify` when a device subscribes to settings or commands, or resumes a session with such a subscription. */
export function onSubscribed<Device extends Client & { link?: MqttLink }>(
  broker: Aedes,
  notify: (client: Device) => void,
): void {
  const checkFilters = (client: Device, filters: string[]) => {
    if (client.link?.subscribed(filters)) notify(client)
  }
  broker.on('subscribe', (subscriptions, client) => {
    const granted = subscriptions.filter(({ qos }) => qos < SUBSCRIPTION_REFUSED)
    checkFilters(
      client as Device,
      granted.map(({ topic }) => topic),
    )
  })
  broker.on('clientReady', (client) => checkFilters(client as Device, Object.keys(subscriptionsOf(client))))
}

/** MQTT 3.1.1 §3.9.3, as aedes writes it into the subscription. */
const SUBSCRIPTION_REFUSED = 128

/** By filter; missing from aedes' types. */
const subscriptionsOf = (client: Client) =>
  (client as Client & { subscriptions: Record<string, { qos: number }> }).subscriptions

/** MQTT 3.1.1 §4.7.1: `+` matches one level, `#` any number including zero. */
function covers(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const filter_levels = filter.split('/')
  for (const [i, level] of filter_levels.entries()) {
    if (level === '#') return true
    if (level !== '+' && level !== levels[i]) return false
  }
  return filter_levels.length === levels.length
}
