import type { Client } from 'aedes'

/** Patches of aedes' private parser. Its version is pinned, and the transport's tests cover what they rely on. */

/**
 * Closes a connection whose packet announces more than `max` bytes. aedes has no limit and would buffer up to 256 MB.
 * The length comes first (MQTT 3.1.1 §2.2.3), so it is checked before the body.
 */
export function limitPacketSize(client: Client, max: number): void {
  const parser = internals(client)._parser
  const parseLength = parser._parseLength
  parser._parseLength = function () {
    const is_complete = parseLength.call(this)
    if (is_complete && this.packet.length > max) {
      this._emitError(new Error(`a packet of ${this.packet.length} bytes, at most ${max} are taken`))
      return false
    }
    return is_complete
  }
}

/**
 * Drops the token, of which aedes keeps the CONNECT packet, and copies the last will: both are views of a buffer of
 * 64 kB that was cut to the packet, and every one kept leaves a hole in the memory of the process.
 */
export function releaseConnectPacket(client: Client): void {
  const { _parser, _will } = internals(client)
  _parser.settings.password = undefined
  if (_will) _will.payload = Buffer.from(_will.payload as Buffer)
}

/**
 * Parses PUBLISH packets with QoS 1 on one topic directly from the socket's buffer, and writes the PUBACKs of those
 * settled together at once. aedes' own path costs three times as much, and these are nearly all packets. All other
 * packets, and incomplete ones, take aedes' path.
 */
export function takePublishes(client: Client, topic: string, max: number, take: Take): void {
  const { _parser: parser } = internals(client)
  const acknowledgements = new Acknowledgements(client)
  const name = Buffer.from(topic)
  const parse = parser.parse
  parser.parse = function (buffer) {
    let at = 0
    if (internals(client).connackSent && this._stateCounter === 0 && this._list.length === 0 && !this.error) {
      for (let end = 0; end >= 0; ) {
        end = takeOne(buffer, at)
        if (end >= 0) at = end
      }
    }
    return at === buffer.length ? 0 : parse.call(this, at === 0 ? buffer : buffer.subarray(at))
  }

  /** @returns the start of the next packet, or -1 when this one is left to aedes */
  function takeOne(buffer: Buffer, start: number): number {
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
    const payload = at + 2 + name.length + 2
    if (length > max || end > buffer.length || payload > end) return -1
    if (buffer.readUInt16BE(at) !== name.length || buffer.compare(name, 0, name.length, at + 2, payload - 2) !== 0)
      return -1
    const id = buffer.readUInt16BE(payload - 2)
    if (id === 0) return -1

    const connection = internals(client)
    connection._parsingBatch++ // aedes reads the next chunk when all packets of this one are settled
    connection._keepaliveTimer?.refresh()
    take(buffer.subarray(payload, end), (buffer[start]! & 0b1000) !== 0, (error) => {
      if (!error) acknowledgements.add(id)
      if (!client.closed) connection._nextBatch(error)
    })
    return end
  }
}

/** PUBACKs of one connection, written together. */
class Acknowledgements {
  #client: Client
  #ids: number[] = []

  constructor(client: Client) {
    this.#client = client
  }

  add(id: number): void {
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

const internals = (client: Client) => client as unknown as Internals

/** Receives a payload (a view of the socket's buffer) and whether it may be a redelivery. */
export type Take = (payload: Buffer, dup: boolean, settle: (error: Error | null) => void) => void

type Internals = {
  connackSent: boolean
  _parsingBatch: number
  _keepaliveTimer: NodeJS.Timeout | null
  _will?: { payload: Buffer | string } | null
  _nextBatch(error: Error | null): void
  _parser: {
    /** The CONNECT packet. */
    settings: { password?: Buffer | undefined }
    packet: { length: number }
    error: Error | null
    /** 0 between two packets. */
    _stateCounter: number
    _list: { length: number }
    parse(buffer: Buffer): number
    _parseLength(): boolean
    _emitError(error: Error): void
  }
}
