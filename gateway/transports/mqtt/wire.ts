import type { Client } from 'aedes'

/** Patches of aedes' private parser. Its version is pinned, and the transport's tests cover what they rely on. */

/**
 * Closes connections of which a packet announces more than `max` bytes. aedes has no limit and would buffer up to 256
 * MB. The length comes first (MQTT 3.1.1 §2.2.3), so it is checked before the body.
 */
export function packetSizeLimit(max: number): (client: Client) => void {
  function parseLength(this: Parser) {
    const is_complete = prototypeOf(this)._parseLength.call(this)
    if (is_complete && this.packet.length > max) {
      this._emitError(new Error(`a packet of ${this.packet.length} bytes, at most ${max} are taken`))
      return false
    }
    return is_complete
  }
  return (client) => {
    internals(client)._parser._parseLength = parseLength
  }
}

/**
 * Drops the CONNECT packet, of which the parser needs the version only, and copies the last will: the token and the
 * will are views of a buffer of 64 kB that was cut to the packet, and every one kept leaves a hole in the memory of the
 * process.
 */
export function releaseConnectPacket(client: Client): void {
  const { _parser, _will } = internals(client)
  _parser.settings = settingsOf(_parser.settings)
  if (_will) _will.payload = ownBuffer(_will.payload as Buffer)
}

/** A copy that shares its memory with no other buffer. */
function ownBuffer(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** What the parser reads of a CONNECT packet, one object for all connections of a version. */
const settingsOf = ({ protocolVersion, bridgeMode = false }: Settings): Settings =>
  (shared_settings[`${protocolVersion} ${bridgeMode}`] ??= { protocolVersion, bridgeMode })
const shared_settings: Record<string, Settings> = {}

/**
 * Parses PUBLISH packets with QoS 1 on one topic directly from the socket's buffer, and writes the PUBACKs of those
 * settled together at once. aedes' own path costs three times as much, and these are nearly all packets. All other
 * packets, and incomplete ones, take aedes' path. Connections share the functions: each closure costs every idle
 * connection 100 bytes.
 *
 * @param max bytes of a packet
 */
export function publishReader<Sender extends Client>(max: number, take: Take<Sender>) {
  function parse(this: Parser, buffer: Buffer): number {
    let at = 0
    if (this.client.connackSent && this._stateCounter === 0 && this._list.length === 0 && !this.error) {
      for (let end = 0; end >= 0; ) {
        end = takeOne(this, buffer, at)
        if (end >= 0) at = end
      }
    }
    return at === buffer.length ? 0 : prototypeOf(this).parse.call(this, at === 0 ? buffer : buffer.subarray(at))
  }

  /** @returns the start of the next packet, or -1 when this one is left to aedes */
  function takeOne({ client, publishes }: Parser, buffer: Buffer, start: number): number {
    const { topic } = publishes!
    // MQTT 3.1.1 §3.3.1: type 3, QoS 1, whatever DUP and RETAIN are.
    if (start >= buffer.length || (buffer[start]! & 0b1111_0110) !== 0b0011_0010) return -1
    // §2.2.3: seven bits a byte, the lowest first, at most four bytes.
    let length = 0
    let at = start + 1
    for (let shift = 0; ; shift += 7) {
      if (shift > 21 || at >= buffer.length) return -1
      const byte = buffer[at++]!
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    const end = at + length
    const payload = at + 2 + topic.length + 2
    if (length > max || end > buffer.length || payload > end) return -1
    if (buffer.readUInt16BE(at) !== topic.length) return -1
    for (let i = topic.length - 1; i >= 0; i--) if (buffer[at + 2 + i] !== topic.charCodeAt(i)) return -1
    const id = buffer.readUInt16BE(payload - 2)
    if (id === 0) return -1

    client._parsingBatch++ // aedes reads the next chunk when all packets of this one are settled
    client._keepaliveTimer?.refresh()
    take(client as Client as Sender, buffer.subarray(payload, end), (buffer[start]! & 0b1000) !== 0, (error) => {
      if (!error) publishes!.acknowledge(id)
      if (!client.closed) client._nextBatch(error)
    })
    return end
  }

  return (client: Sender, topic: string): void => {
    const { _parser } = internals(client)
    _parser.publishes = new Publishes(client, topic)
    _parser.parse = parse
  }
}

/** The topic of one connection, and its PUBACKs, written together. */
class Publishes {
  #client: Client
  #ids: number[] = []
  /** Its bytes, a character each: a buffer of a few bytes would keep 64 kB of others, of which it is cut. */
  readonly topic: string

  constructor(client: Client, topic: string) {
    this.#client = client
    this.topic = Buffer.from(topic).toString('latin1')
  }

  acknowledge(id: number): void {
    if (this.#ids.push(id) === 1) queueMicrotask(() => this.#write())
  }

  #write(): void {
    const ids = this.#ids
    this.#ids = []
    if (this.#client.closed) return
    const bytes = Buffer.allocUnsafe(4 * ids.length)
    for (let i = 0; i < ids.length; i++) bytes.writeUInt32BE((0x4002 << 16) | ids[i]!, 4 * i) // §3.4: PUBACK
    this.#client.conn.write(bytes)
  }
}

const internals = (client: Client) => client as Client & Internals

const prototypeOf = (parser: Parser) => Object.getPrototypeOf(parser) as Parser

/** Receives a payload (a view of the socket's buffer) and whether it may be a redelivery. */
type Take<Sender> = (client: Sender, payload: Buffer, dup: boolean, settle: (error: Error | null) => void) => void

type Settings = { protocolVersion: number; bridgeMode?: boolean }

type Internals = {
  connackSent: boolean
  closed: boolean
  _parsingBatch: number
  _keepaliveTimer: NodeJS.Timeout | null
  _will?: { payload: Buffer | string } | null
  _nextBatch(error: Error | null): void
  _parser: Parser
}

type Parser = {
  /** Set by aedes. */
  client: Client & Internals
  /** Set by `publishReader`. */
  publishes?: Publishes
  /** The CONNECT packet. */
  settings: Settings
  packet: { length: number }
  error: Error | null
  /** 0 between two packets. */
  _stateCounter: number
  _list: { length: number }
  parse(buffer: Buffer): number
  _parseLength(): boolean
  _emitError(error: Error): void
}
