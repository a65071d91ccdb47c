import type { IncomingHttpHeaders } from 'node:http'
import { requestFrom } from '#messages/providers/request.ts'
import type { Commands } from '../../../commands/commands.ts'
import type { ClaimedCommand } from '../../../links/command.ts'
import type { Connected, Link } from '../../../links/connected.ts'
import type { Identity } from '../../shared/identity.ts'
import { encodeForLorawan } from './encode.ts'

/**
 * Where the network server takes downlinks for a device, as its webhook says in headers: The Things Stack does by
 * itself, for ChirpStack they are entered in the integration. Null without them.
 */
export function doorOf(headers: IncomingHttpHeaders, device_eui: string): DownlinkDoor | null {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= MOST_HEADER ? value : null
  }
  const [push, push_key] = [header('x-downlink-push'), header('x-downlink-apikey')]
  if (push && push_key && isWeb(push)) {
    return { network: 'things_stack', url: push, headers: { authorization: `Bearer ${push_key}` } }
  }
  const [api, api_key] = [header('x-chirpstack-url'), header('x-chirpstack-key')]
  if (!api || !api_key || !isWeb(api)) return null
  return {
    network: 'chirpstack',
    url: `${api.replace(/\/+$/, '')}/api/devices/${device_eui.toLowerCase()}/queue`,
    headers: { 'grpc-metadata-authorization': `Bearer ${api_key}` },
  }
}

function isWeb(url: string): boolean {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  return protocol === 'https:' || protocol === 'http:'
}

const MOST_HEADER = 1000

/** The reply channels of trackers behind network servers, those that reported last. */
export class LorawanLinks {
  #links = new Map<number, LorawanLink>()

  note({ connected, commands, allow_private }: Services, phone: Identity, uplink: Uplink): void {
    const { tracker_id } = phone
    const link = this.#links.get(tracker_id) ?? new LorawanLink(commands, allow_private)
    this.#links.delete(tracker_id)
    this.#links.set(tracker_id, link)
    connected.remove(tracker_id, link)
    link.renew(uplink)
    link.on_close = () => {
      connected.remove(tracker_id, link)
      if (this.#links.get(tracker_id) === link) this.#links.delete(tracker_id)
    }
    connected.add(tracker_id, link)
    commands.notify(phone)
    const [oldest] = this.#links.values()
    if (this.#links.size > MOST_LINKS) oldest?.close()
  }
}

const MOST_LINKS = 20_000

/** Queues commands at the network server, which sends one after the next uplink of the device. */
class LorawanLink implements Link {
  readonly transport = 'lorawan'
  readonly identified_by = 'token'
  readonly since = Date.now()
  last_contact_at = this.since
  address = ''
  on_close = () => {}
  #commands: Commands
  #allow_private: boolean
  #uplink: Uplink | null = null

  constructor(commands: Commands, allow_private: boolean) {
    this.#commands = commands
    this.#allow_private = allow_private
  }

  renew(uplink: Uplink): void {
    this.#uplink = uplink
    this.address = uplink.address
    this.last_contact_at = Date.now()
  }

  close(): void {
    this.#uplink = null
    this.on_close()
  }

  get takes_commands(): boolean {
    return Boolean(this.#uplink?.door)
  }

  send(command: ClaimedCommand): string | null {
    const door = this.#uplink?.door
    if (!door) return 'the network server has not said where it takes downlinks'
    const encoded = encodeForLorawan(command, door.network)
    if (typeof encoded === 'string') return encoded
    void this.#post(command, door, JSON.stringify(encoded))
    return null
  }

  async #post(command: ClaimedCommand, door: DownlinkDoor, body: string): Promise<void> {
    try {
      // The key that the address came with may have been revoked since.
      if (!(await this.#uplink?.isAllowed()))
        return this.#commands.returned(command, 'its webhook has no valid key now')
      const headers = { ...door.headers, 'content-type': 'application/json', 'user-agent': 'Ringfence' }
      const { status, text } = await requestFrom(door.url, {
        method: 'POST',
        headers,
        body,
        allow_private: this.#allow_private,
      })
      if (status >= 200 && status < 300) return
      this.#commands.returned(command, `the network server answered ${status}: ${text.slice(0, 200)}`)
    } catch (error) {
      this.#commands.returned(command, `the network server was not reached: ${(error as Error).message}`)
    }
  }
}

type Services = { connected: Connected; commands: Commands; allow_private: boolean }
export type DownlinkDoor = { network: 'things_stack' | 'chirpstack'; url: string; headers: Record<string, string> }
export type Uplink = { address: string; door: DownlinkDoor | null; isAllowed(): Promise<boolean> }
