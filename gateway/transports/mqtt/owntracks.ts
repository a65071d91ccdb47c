import type { Client, PublishPacket } from 'aedes'
import { decodeOwntracks } from '../../protocols/owntracks/index.ts'
import type { Report } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import { owntracksCommand } from '../shared/device_settings.ts'
import type { Identity } from '../shared/identity.ts'
import { selectPhone } from '../shared/phone_identity.ts'
import type { Watched } from '../shared/watch.ts'
import type { Device } from './device.ts'
import { recordLeft } from './last_will.ts'
import type { MqttLink } from './link.ts'

/**
 * OwnTracks' apps over MQTT. They publish to `owntracks/<user>/<device>` and below; the sign-in identifies them, not
 * the topic. Their messages are not forwarded.
 */
export class MqttOwntracks {
  #context: GatewayContext
  #apps = new WeakSet<App>()

  constructor(context: GatewayContext) {
    this.#context = context
  }

  /**
   * @returns the reports in a message
   * @throws {BadReport}
   */
  read(client: App, tracker: Identity, { topic, payload }: PublishPacket): Report[] {
    const message = decodeOwntracks(payload as Buffer)
    if (message.kind === 'lwt') recordLeft(this.#context, client as Device)
    if (message.kind === 'location' && !this.#apps.has(client)) {
      this.#apps.add(client)
      client.link?.setApp(`${topic}/cmd`)
      this.#context.commands.notify(tracker)
      this.#configure(client, tracker, topic, message.monitoring).catch((error) =>
        this.#context.log.debug({ err: error }, 'no settings for an app while the database is away'),
      )
    }
    return message.reports
  }

  /** Sends the app its settings now and whenever they change. */
  async #configure(client: App, tracker: Identity, topic: string, monitoring: number | null): Promise<void> {
    const phone = await selectPhone(this.#context.db)
      .where('organisation_id', '=', tracker.organisation_id)
      .where('id', '=', tracker.tracker_id)
      .executeTakeFirst()
    if (!phone || client.closed) return
    const sendSettings = (mode: number | null) => {
      send(client, `${topic}/cmd`, owntracksCommand(watched.phone, mode))
      this.#context.commands.settingsSent(tracker)
    }
    const watched: Watched = {
      phone,
      transport: client.link?.transport ?? 'owntracks',
      session: null,
      // The app's present mode is not known any more.
      on_settings: () => sendSettings(0),
      on_end: () => client.close(),
    }
    sendSettings(monitoring)
    this.#context.watch.add(watched)
    client.conn.once('close', () => this.#context.watch.remove(watched))
  }
}

function send(client: Client, topic: string, message: object): void {
  const payload = Buffer.from(JSON.stringify(message))
  client.publish({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }, () => {})
}

type App = Client & { link?: MqttLink }
