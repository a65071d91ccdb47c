import { decodeLorawan, type LorawanEvent } from '../../../protocols/lorawan/index.ts'
import type { FindByKey } from '../../context.ts'
import { credentialsOf } from '../../shared/credentials.ts'
import { isTemporary } from '../../shared/identity.ts'
import { identifyPhone, type Phone, type PhoneRefusal, phoneById } from '../../shared/phone_identity.ts'
import type { Phones } from '../../shared/phones.ts'
import type { Answered, Message } from '../message.ts'
import { doorOf, LorawanLinks } from './downlink.ts'

/**
 * Events of LoRaWAN network servers. One webhook serves all devices of an application, so it comes with an API key whose
 * owner may change these trackers; of a single device its own token is enough. The DevEUI alone proves nothing.
 */
export class Lorawan {
  #findByKey: FindByKey
  #links = new LorawanLinks()
  /** The last frame of each tracker that was stored: networks deliver some twice. */
  #frames = new Map<number, string>()

  constructor(findByKey: FindByKey) {
    this.#findByKey = findByKey
  }

  async answer(phones: Phones, { headers, body, address }: Message): Promise<Answered> {
    const { token } = credentialsOf(headers)
    if (token === null) return { status: 401, reason: `Authorization: is missing. ${HOW}` }
    const event = decodeLorawan(body)
    const { number } = event
    const identify = () => this.#identify(phones, { number, token, address })
    const phone = await identify()
    if ('refused' in phone) {
      const { refused } = phone
      if (isTemporary(refused)) return { status: 503 }
      phones.refuse('lorawan', number, address, refused)
      if (refused === 'wrong token')
        return { status: 401, reason: `The key or token is not valid here. ${HOW}`, number }
      // Its webhook would be switched off for the other devices of the application.
      return { status: 200 }
    }
    const outcome = await this.#store(phones, phone, event)
    if (outcome === 'waiting') return { status: 503 }
    if (event.frame !== null && outcome === 'committed') {
      const isAllowed = async () => !('refused' in (await identify()))
      const { connected, commands, forward_private } = phones.context
      const door = doorOf(headers, number)
      this.#links.note({ connected, commands, allow_private: forward_private }, phone, { address, door, isAllowed })
    }
    return { status: 200 }
  }

  async #store(phones: Phones, phone: Phone, { frame, reports }: LorawanEvent) {
    const { tracker_id } = phone
    if (frame !== null && this.#frames.get(tracker_id) === frame) return 'committed'
    const outcome = await phones.deliver(phone, reports)
    if (frame !== null && outcome === 'committed') {
      this.#frames.delete(tracker_id)
      this.#frames.set(tracker_id, frame)
      if (this.#frames.size > MOST_TRACKERS) this.#frames.delete(this.#frames.keys().next().value!)
    }
    return outcome
  }

  async #identify({ context }: Phones, { number, token, address }: Sender): Promise<Phone | { refused: PhoneRefusal }> {
    if (!token.startsWith('rf_')) {
      return identifyPhone(context, { numbers: [number], token, with_token: ['lorawan'] })
    }
    const found = await this.#findByKey(token, address, number).catch((error) => {
      context.log.debug({ err: error }, 'no identification while the database is away')
      return { refused: 'database away' as const }
    })
    return 'refused' in found ? found : phoneById(context, found.tracker_id, 'lorawan')
  }
}

const HOW =
  'Send “Authorization: Bearer” with an API key that has the scope devices, or with the device token of the tracker.'
const MOST_TRACKERS = 50_000

type Sender = { number: string; token: string; address: string }
