import type { Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeObd } from './obd.ts'
import { readCell, readPlace } from './parts.ts'
import { type Frame, findFrame, readFrame, writeFrame } from './wire.ts'

/**
 * Castel: OBD units of the IDD series, PT-690 and MPIP-620. Every message carries the device's number, which is printed
 * on it and is not always an IMEI.
 *
 * Source: Castel, "IDD-213 communication protocol", and recorded messages.
 */
export const castel: Protocol<Session> = {
  name: 'castel',
  port: 5086,
  udp: true,
  open: () => ({ version: 1, id: null }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

const isObd = ({ version }: Frame) => version === 3 || version === 4

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  const frame = readFrame(bytes, options)
  session.version = frame.version ?? session.version
  session.id = Buffer.from(frame.id)
  const decoded = isObd(frame)
    ? decodeObd(frame.type, frame.body)
    : { reports: frame.version === null ? decodeMpip(frame) : decodeTracker(frame) }
  return { number: frame.number, ...decoded, acknowledgement: acknowledge(frame, options.now) }
}

function acknowledge(frame: Frame, now: number): Buffer | null {
  const { version, id, type, body } = frame
  const answer = (own: number, content: Buffer = NOTHING) => writeFrame(version ?? 0xff, id, own, content)
  if (version === null) {
    if (type === 0x4001) return answer(type)
    return type === 0x2001 ? writeFrame(null, id, 0x1001, MPIP_ACCEPTED) : null
  }
  if (!isObd(frame)) return type === 0x4001 ? answer(0x8001) : type === 0x4206 ? answer(0x8206) : null
  if (type === 0x1001) return answer(0x9001, signInAnswer(now))
  if (type === 0x1003) return answer(0x9003)
  // The alarm's number.
  return type === 0x4007 ? answer(0xc007, body.subarray(0, 4)) : null
}

const NOTHING = Buffer.alloc(0)
const MPIP_ACCEPTED = Buffer.from('00000000ffffffffffffffff', 'hex')

/** No other server, and the time. */
function signInAnswer(now: number): Buffer {
  const body = Buffer.from('ffffffff000000000000', 'hex')
  body.writeUInt32LE(Math.floor(now / 1000) >>> 0, 6)
  return body
}

/** Trackers with other versions: sign-in with a place, and places. */
function decodeTracker({ type, body }: Frame): Report[] {
  const cursor = new LittleEndianCursor(body)
  if (type === 0x4001) return [readTracked(cursor)]
  if (type !== 0x4206) return []
  cursor.u8() // whether it was stored
  return Array.from({ length: cursor.u8() }, () => readTracked(cursor, true))
}

function readTracked(cursor: LittleEndianCursor, with_cell = false): Report {
  const place = readPlace(cursor)
  const status = cursor.u32()
  const battery = cursor.u8()
  const odometer = cursor.u32()
  cursor.slice(3) // fence, its flags, further flags
  const cell = with_cell ? readCell(cursor) : {}
  const attributes = { ...place.attributes, status, odometer, ...(battery <= 100 && { battery }), ...cell }
  return reportOf({ ...place, attributes })
}

function decodeMpip({ type, body }: Frame): Report[] {
  const cursor = new LittleEndianCursor(body)
  switch (type) {
    case 0x2001:
      cursor.slice(9) // number, time, kind
      return [reportOf(readPlace(cursor))]
    case 0x4001:
    case 0x4201:
    case 0x4202:
    case 0x4206:
      return [reportOf(readPlace(cursor))]
    case 0x4204:
      return readStored(cursor)
    default:
      return []
  }
}

const STORED_BYTES = 19 + 31

function readStored(cursor: LittleEndianCursor): Report[] {
  const reports: Report[] = []
  while (cursor.left >= STORED_BYTES) {
    reports.push(reportOf(readPlace(cursor)))
    cursor.slice(31)
  }
  return reports
}

/** The type and the content of a message in hexadecimal, e.g. `4583 01`, which stops the engine of a tracker. */
function encode(command: Command, { version, id }: Session): Buffer | null {
  if (command.type !== 'custom' || id === null) return null
  const [, type, body = ''] = /^([0-9a-f]{4})[\s:]*((?:[0-9a-f]{2})*)$/i.exec(command.text.trim()) ?? []
  if (type === undefined || body.length > 2 * MAX_BODY) return null
  return writeFrame(version, id, Number.parseInt(type, 16), Buffer.from(body, 'hex'))
}

const MAX_BODY = 1_000

type Session = { version: number; id: Buffer | null }
