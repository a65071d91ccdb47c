import { box, type Device, type Network, startNetwork, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { agree } from '../seeds/recipients.ts'
import { type MailServer, startMailServer, startTwilio } from './fakes.ts'

export const PUBLIC_URL = 'https://ringfence.example.com'
const METRICS_TOKEN = 'a-token-of-prometheus'
export const inside = { lat: -36.5, lon: 174.5 }
export const outside = { lat: -36.8485, lon: 175.7633, speed: 12.5 }

/** The server with a mail server and a Twilio, and an organisation with a boundary about `inside`. */
export async function startSetting(env: Record<string, string> = {}): Promise<Setting> {
  const smtp = await startMailServer()
  const twilio = await startTwilio()
  const network = await startNetwork({
    SMTP_URL: smtp.url,
    SMS_URL: twilio.url,
    MESSAGE_RETRY_S: '1',
    MAIL_FROM: 'Ringfence <no-reply@example.com>',
    PUBLIC_URL,
    METRICS_TOKEN,
    WEBHOOK_PRIVATE: 'on',
    ...env,
  })
  const people = await makeOrganisation(network, 'freight')
  const geometry = box(174, -37, 175, -36)
  await network.admin.create('boundary', { organisation_id: people.id, name: 'Depot', geometry })
  const devices: Device[] = []
  const { alerting } = network.server.gateway
  return {
    network,
    smtp,
    twilio,
    people,
    async tracker(name, settings = {}) {
      const common = { organisation_id: people.id, owner_user_id: people.user.id, name }
      const device = await startTracker(network, name.replaceAll(' ', '-'), { ...common, ...settings })
      devices.push(device)
      return device
    },
    async leave(device) {
      await device.report(inside)
      await device.report(outside)
    },
    async save(settings) {
      await agree(network, people.id, settings)
      return people.user.client.call('POST', 'userconfig/save', { organisation_id: people.id, ...settings })
    },
    async metrics() {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      return (await fetch(`${network.url}/metrics`, { headers })).text()
    },
    async settled() {
      await alerting.drain()
      await network.server.delivery.drain()
    },
    async stop() {
      for (const device of devices) await device.stop()
      await network.stop()
      await smtp.stop()
      await twilio.stop()
    },
  }
}

export type Setting = {
  network: Network
  smtp: MailServer
  twilio: Awaited<ReturnType<typeof startTwilio>>
  people: Organisation
  /** A tracker of the User. */
  tracker(name: string, settings?: object): Promise<Device>
  /** What Prometheus reads. */
  metrics(): Promise<string>
  /** Reports from inside the boundary, then from outside. */
  leave(device: Device): Promise<void>
  /** Saves the User's settings; all addresses have agreed. */
  save(settings: object): Promise<{ data: Record<string, unknown>; message: string }>
  /** Drains alerts and deliveries. */
  settled(): Promise<void>
  stop(): Promise<void>
}
