import { BadReport } from '../report.ts'
import { lineEnd } from '../shared/line_end.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { reading, within } from '../shared/units.ts'
import { binaryLength, decodeBinary, mayBeBinary } from './binary.ts'
import { decodeCells, decodeFrugal, decodeLink, decodeNeighbours } from './cells.ts'
import { commands } from './commands.ts'
import { decodePosition, findPosition } from './position.ts'

/**
 * H02, of Sinotrack and many others: text from `*` to `#`, and binary positions that begin with `$`. There is no login:
 * every message carries the number, and the messages V1 and NBR, and the heartbeats, are answered.
 *
 * Source: the makers' H02 protocol documents (V1, V4), and recorded messages.
 */
export const h02: Protocol<Session> = {
  name: 'h02',
  port: 5013,
  udp: true,
  week_rollover: true,
  open: () => ({ number: null, maker: 'HQ', clock: 0 }),
  frame,
  decode,
  encode,
  commands,
}

/** The longest messages are free text of an SMS. */
const MAX_TEXT = 1024

function frame(bytes: Buffer): Framed | null {
  const start = bytes.findIndex((_, at) => startsFrame(bytes, at))
  if (start !== 0) return bytes.length > 0 ? { consumed: start < 0 ? bytes.length : start, frame: null } : null
  if (bytes[0] === DOLLAR)
    return whole(
      bytes,
      binaryLength(bytes, (at) => startsFrame(bytes, at)),
    )
  const end = bytes.indexOf('#')
  const text = bytes.toString('latin1', 0, end < 0 ? Math.min(bytes.length, MAX_TEXT) : end)
  // A message that was cut off, and the next one after it.
  const again = text.slice(1).search(/\*[A-Za-z]{2},\d+,/)
  if (again >= 0) return { consumed: again + 1, frame: null }
  if (end >= MAX_TEXT || (end < 0 && bytes.length >= MAX_TEXT)) return { consumed: 1, frame: null }
  return whole(bytes, end + 1)
}

const whole = (bytes: Buffer, length: number) =>
  length > 0 ? { consumed: lineEnd(bytes, length), frame: bytes.subarray(0, length) } : null

/** Whether a frame may begin here, as far as its bytes have arrived. */
const startsFrame = (bytes: Buffer, at: number) =>
  bytes[at] === STAR
    ? /^\*(\w(\w(,|$)|$)|$)/.test(bytes.toString('latin1', at, at + 4))
    : bytes[at] === DOLLAR && mayBeBinary(bytes, at)

const STAR = 0x2a
const DOLLAR = 0x24

function decode(frame: Buffer, session: Session, options: DecodeOptions): Message {
  session.clock = options.now
  if (frame[0] === DOLLAR) {
    const { number, report } = decodeBinary(frame)
    session.number = number
    return { number, reports: [report], acknowledgement: null }
  }
  const parts = /^\*(\w\w),(\w{0,20}),(\w+)(?:,(.*))?#$/s.exec(frame.toString('latin1'))
  if (parts === null) throw new BadReport('frame: is not *maker,number,type#')
  const [, maker = '', id = '', type = '', rest] = parts
  session.maker = maker
  if (id !== '') session.number = id
  const message = { number: id || null, reports: [], acknowledgement: acknowledge(maker, id, type, options.now) }
  return { ...message, ...decodeText(type, rest, options.now) }
}

function decodeText(type: string, rest: string | undefined, now: number): Partial<Message> {
  const fields = rest === undefined ? [] : rest.split(',')
  switch (type) {
    case 'HTBT':
    case 'V0':
      return heartbeat(fields[0])
    case 'NBR':
      return { reports: [decodeNeighbours(fields)] }
    case 'LINK':
      return { reports: [decodeLink(fields)] }
    case 'V3':
      return { reports: [decodeCells(fields)] }
    case 'VP1':
      return { reports: [decodeFrugal(fields, now)] }
    case 'SMS':
      return { reports: [reportOf({ attributes: { result: rest } })], answer: rest ?? '' }
    case 'V4':
      return answer(fields)
    default:
      // Others, e.g. XT, BS and BASE, have no position to store.
      return type.startsWith('V') && findPosition(fields) === 0 ? position(fields) : {}
  }
}

function heartbeat(field: string | undefined): Partial<Message> {
  const battery = within(reading(field), 0, 100)
  return battery === null ? {} : { reports: [reportOf({ event: 'heartbeat', attributes: { battery } })] }
}

function position(fields: string[]): Partial<Message> {
  const report = decodePosition(fields)
  return report === null ? {} : { reports: [report] }
}

/** What a command was answered with, and where the device was then. */
function answer(fields: string[]): Partial<Message> {
  const at = findPosition(fields)
  const result = fields.slice(0, at < 0 ? fields.length : at).join(',')
  const report = at < 0 ? null : decodePosition(fields.slice(at), { result })
  return { reports: [report ?? reportOf({ attributes: { result } })], answer: result }
}

/** Answers use the manufacturer code HQ for all devices. Heartbeats are echoed. */
function acknowledge(maker: string, id: string, type: string, now: number): Buffer | null {
  if (id === '') return null
  if (type === 'HTBT' || type === 'V0') return Buffer.from(`*${maker},${id},${type}#`)
  const time = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  return type === 'V1' || type === 'NBR' ? Buffer.from(`*HQ,${id},V4,${type},${time}#`) : null
}

/** `*maker,number,command,hhmmss,…#`. S71 with 22 is the interval in seconds. */
function encode(command: Command, { number, maker, clock }: Session): Buffer | null {
  if (number === null) return null
  const time = new Date(clock).toISOString().slice(11, 19).replaceAll(':', '')
  const say = (name: string, values: string[]) => Buffer.from(`*${[maker, number, name, time, ...values].join(',')}#`)
  if (command.type === 'interval') {
    return command.interval_s > 0 ? say('S71', ['22', `${Math.round(command.interval_s)}`]) : null
  }
  if (command.text.startsWith('*')) return Buffer.from(command.text, 'latin1')
  const [name = '', ...values] = command.text.split(',')
  return say(name, values)
}

type Session = {
  number: string | null
  /** The two letters that a device expects in a command. */
  maker: string
  /** Milliseconds since 1970 when it last spoke. */
  clock: number
}
