import { BadReport, type Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { type Draft, readers } from './keys.ts'
import { findFrame, readFrame, WANTS_ANSWER, writeFrame } from './wire.ts'

/**
 * Eview's alarms for seniors, children and pets (EV-07B and later, sold as MiniFinder and under many names): keys with
 * lengths. The first message of a connection has the number; what the device wants answered says so.
 *
 * Source: Eview communication protocol (EV-07B), and recorded messages.
 */
export const minifinder2: Protocol<Session> = {
  name: 'minifinder2',
  port: 5187,
  udp: true,
  open: () => ({ index: 0 }),
  frame: findFrame,
  decode,
  encode,
}

const DATA = 0x01
const CONFIGURATION = 0x02
const SERVICE = 0x03
const COMMAND = 0x04
const RESPONSE = 0x7f
const NUMBER = 0x01
const TEXT = 0x1f
const SUCCESS = Buffer.of(0x01, 0x00)

function decode(bytes: Buffer, _session: Session, options: DecodeOptions): Message {
  const { flags, index, type, keys } = readFrame(bytes, options)
  const acknowledgement = flags & WANTS_ANSWER ? writeFrame(index, RESPONSE, SUCCESS) : null
  const message: Message = { number: null, reports: [], acknowledgement }
  if (type === RESPONSE) return { ...message, answer: keys[1] === 0 || keys.length < 2 ? 'done' : `error ${keys[1]}` }
  const records = [...recordsOf(keys)]
  const number = numberOf(records)
  const rest = records.filter(({ key }) => key !== NUMBER)
  if (type === DATA || type === SERVICE) return { ...message, number, reports: readReports(rest) }
  if (type === CONFIGURATION && rest.length > 0) return { ...message, number, answer: settingsOf(rest) }
  const answer = type === COMMAND ? textOf(rest) : null
  return answer === null
    ? { ...message, number }
    : { ...message, number, reports: [reportOf({ attributes: { result: answer } })], answer }
}

/** @throws {BadReport} where a length goes past the end */
function* recordsOf(bytes: Buffer): Generator<Key> {
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at]!
    // Padding.
    if (length === 0) return
    if (at + 1 + length > bytes.length) throw new BadReport(`key at byte ${at}: is longer than the message`)
    yield { key: bytes[at + 1]!, value: bytes.subarray(at + 2, at + 1 + length) }
    at += 1 + length
  }
}

function numberOf(records: Key[]): string | null {
  const number = records.find(({ key }) => key === NUMBER)?.value.toString('latin1')
  if (number === undefined) return null
  if (!/^\d{10,20}$/.test(number)) throw new BadReport('number: is not digits')
  return number
}

/** A key that comes again begins the next report. */
function readReports(records: Key[]): Report[] {
  const drafts: Draft[] = []
  let seen = new Set<number>()
  for (const { key, value } of records) {
    if (drafts.length === 0 || seen.has(key)) {
      drafts.push({ attributes: {} })
      seen = new Set()
    }
    seen.add(key)
    readKey(key, value, drafts.at(-1)!)
  }
  return drafts.map(reportOf)
}

function readKey(key: number, value: Buffer, draft: Draft): void {
  const reader = readers[key]
  if (reader !== undefined) {
    reader(new LittleEndianCursor(value), draft)
    return
  }
  if (value.length === 0) return
  const kept = value.length <= 4 ? value.readUIntLE(0, value.length) : value.toString('hex', 0, MAX_KEPT)
  draft.attributes[`io_${key}`] = kept
}

const MAX_KEPT = 128

/** Settings that were asked for: their keys and values in hexadecimal. */
const settingsOf = (records: Key[]) =>
  records
    .map(({ key, value }) => `${key.toString(16).padStart(2, '0')}=${value.toString('hex')}`)
    .join(' ')
    .slice(0, MAX_ANSWER)

const MAX_ANSWER = 1024

/** A byte, and the text that answers a command. */
function textOf(records: Key[]): string | null {
  const value = records.find(({ key }) => key === TEXT)?.value.subarray(1)
  const text = value
    ?.toString('latin1')
    .replaceAll(/[^\x20-\x7e\r\n]/g, '')
    .trim()
  return text || null
}

/**
 * A text is sent in the device's own words for SMS. `02:0544…` is a message in hexadecimal: type, and its keys. There is
 * no setting of the interval that all models share.
 */
function encode(command: Command, session: Session): Buffer | null {
  if (command.type !== 'custom') return null
  session.index = (session.index % 0xffff) + 1
  const raw = /^([0-9a-f]{2}):((?:[0-9a-f]{2}){0,1024})$/i.exec(command.text)
  if (raw) return writeFrame(session.index, Number.parseInt(raw[1]!, 16), Buffer.from(raw[2]!, 'hex'), WANTS_ANSWER)
  const text = Buffer.from(command.text, 'latin1')
  if (text.length === 0 || text.length > 250) return null
  const key = Buffer.concat([Buffer.of(text.length + 2, TEXT, 0), text])
  return writeFrame(session.index, COMMAND, key, WANTS_ANSWER)
}

type Key = { key: number; value: Buffer }
type Session = {
  /** Of the last command. */
  index: number
}
