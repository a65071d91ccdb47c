import type { Client } from 'aedes'

/**
 * Closes a connection whose packet announces more than `max` bytes. aedes has no such limit, and would collect up to
 * 256 MB before it looks at the packet. MQTT 3.1.1 §2.2.3 puts the length in front, so it is known in time.
 */
export function limitPacketSize(client: Client, max: number): void {
  const parser = (client as unknown as { _parser: Parser })._parser
  const parseLength = parser._parseLength
  parser._parseLength = function () {
    const known = parseLength.call(this)
    if (known && this.packet.length > max) {
      this._emitError(new Error(`a packet of ${this.packet.length} bytes, at most ${max} are taken`))
      return false
    }
    return known
  }
}

type Parser = {
  packet: { length: number }
  _parseLength(this: Parser): boolean
  _emitError(error: Error): void
}
