import type { AedesPublishPacket } from 'aedes'
import mqemitter from 'mqemitter'

/**
 * aedes' messages among several gateways. What is said here is heard here at once, whatever Redis does; other gateways
 * hear what may concern their clients: messages of devices, and who has connected, so that an older connection
 * under the same client id ends.
 */
export class ClusterEmitter {
  readonly mq: ReturnType<typeof mqemitter>
  /** Its own messages come back to it. */
  #sender: string = crypto.randomUUID()
  #emit: (packet: Packet, done?: () => void) => unknown

  constructor(share: (text: string) => void) {
    this.mq = mqemitter({ concurrency: 1000, matchEmptyLevels: true })
    this.#emit = this.mq.emit.bind(this.mq) as never
    this.mq.emit = ((packet: Packet, done?: () => void) => {
      if (concernsOthers(packet.topic)) share(this.#write(packet))
      return this.#emit(packet, done)
    }) as never
  }

  /** @param retain keeps a retained message of another gateway */
  receive(text: string, retain: (packet: Packet) => void): void {
    const packet = read(text)
    if (!packet || packet.sender === this.#sender) return
    if (packet.retain) retain(packet)
    this.#emit(packet)
  }

  #write({ payload, ...packet }: Packet): string {
    return JSON.stringify({ ...packet, sender: this.#sender, payload: Buffer.from(payload).toString('base64') })
  }
}

const concernsOthers = (topic: string) => !topic.startsWith('$SYS/') || topic.endsWith('/new/clients')

function read(text: string): (Packet & { sender: string }) | null {
  try {
    const { payload, ...packet } = JSON.parse(text)
    return { ...packet, payload: Buffer.from(payload, 'base64') }
  } catch {
    return null // of another version
  }
}

type Packet = AedesPublishPacket
