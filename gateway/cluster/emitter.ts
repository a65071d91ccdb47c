import type { AedesPublishPacket } from 'aedes'
import mqemitter from 'mqemitter'

/**
 * aedes' message emitter for several gateways. Local messages are delivered immediately, whatever Redis does; other
 * gateways receive those that may concern their clients: messages of devices, and new connections, so that an older
 * connection with the same client id ends.
 */
export class ClusterEmitter {
  readonly mq: ReturnType<typeof mqemitter>
  /** Identifies its own messages, which Redis returns. */
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

  /** @param retain stores a retained message of another gateway */
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
    return null // sent by another version
  }
}

type Packet = AedesPublishPacket
