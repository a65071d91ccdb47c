import { protocols } from '../../protocols/index.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'

/** Names of the protocols that can decode recorded bytes, for devices of an unknown protocol. */
export function readableBy(bytes: Buffer, now = Date.now()): string[] {
  return protocols.filter((protocol) => reads(protocol, bytes, now)).map(({ name }) => name)
}

/**
 * Whether a message in the bytes has the device's number, a report or an answer, and no message is refused. Bytes before
 * the first message may be the end of one that was cut off.
 */
function reads(protocol: Protocol, bytes: Buffer, now: number): boolean {
  const session = protocol.open()
  let understood = 0
  try {
    for (let at = 0, steps = 0; at < bytes.length && steps < MAX_STEPS; steps++) {
      const framed = protocol.frame(bytes.subarray(at), session)
      if (!framed || !(framed.consumed > 0)) break
      at += framed.consumed
      if (!framed.frame) continue
      const { number, reports, acknowledgement } = decodeFrame(protocol, framed.frame, session, { forgive: false, now })
      if (number !== null || reports.length > 0 || acknowledgement !== null) understood += framed.frame.length
    }
  } catch {
    return false
  }
  return understood * 2 > bytes.length
}

const MAX_STEPS = 64
