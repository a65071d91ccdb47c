import { BadReport, type Report } from '../report.ts'
import { crc16 } from '../shared/crc16.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { findFrame, parse } from './frame.ts'
import { decodeRecord, FULL_FIELDS, Refused, SHORT_FIELDS } from './record.ts'

/**
 * Wialon IPS 1.1 and 2.0: lines of text, in 2.0 with a checksum at their end. A connection begins with `#L#`; over UDP
 * each line has the version and the number before it.
 *
 * Source: Gurtam, "Wialon IPS communication protocol" 1.1 and 2.0, and recorded messages.
 */
export const wialon: Protocol<Session> = {
  name: 'wialon',
  port: 5039,
  udp: true,
  open: () => ({ checked: false }),
  frame: findFrame,
  decode,
  encode,
}

function decode(frame: Buffer, session: Session, { forgive }: DecodeOptions): Message {
  const parts = parse(frame)
  if (parts === null) throw new BadReport('line: has no type between #')
  const [prefix, type, content] = parts
  const number = prefix.trim() === '' ? null : nameOf(prefix.trim().split(';').at(-1)!)
  const message: Message = { number, reports: [], acknowledgement: null }
  switch (type) {
    case 'L':
      return signIn(content, session, forgive)
    case 'P':
      return { ...message, acknowledgement: answer('P') }
    case 'D':
      return withRecord(message, 'D', content, FULL_FIELDS, session, forgive)
    case 'SD':
      return withRecord(message, 'SD', content, SHORT_FIELDS, session, forgive)
    case 'B':
      return withRecords(message, content, session, forgive)
    case 'M':
      return withText(message, content, session, forgive)
    case 'I':
    case 'IT':
    case 'T':
      return withFile(message, type, content)
    // What the device says to a message of the server.
    case 'AM':
      return { ...message, answer: content.trim() === '1' ? 'accepted' : `refused: ${content.trim()}` }
    default:
      return message
  }
}

const answer = (type: string, code: string | number = '') => Buffer.from(`#A${type}#${code}\r\n`)

/** @throws {BadReport} */
function nameOf(text: string): string {
  const name = text.trim()
  if (!/^[\x21-\x7e]{1,64}$/.test(name)) throw new BadReport('number: is not 1 to 64 characters')
  return name
}

/** `number;password`, or from 2.0 `2.0;number;password;checksum`. The password is not used. */
function signIn(content: string, session: Session, forgive: boolean): Message {
  const fields = content.split(';')
  session.checked = /^\d+\.\d+$/.test(fields[0]!.trim())
  if (session.checked) checkedContent(content, forgive)
  const number = nameOf(fields[session.checked ? 1 : 0] ?? '')
  return { number, reports: [], acknowledgement: answer('L', 1), refusal: answer('L', 0) }
}

/**
 * What stands before the checksum.
 *
 * @throws {BadReport}
 */
function checkedContent(content: string, forgive: boolean): string {
  const end = content.lastIndexOf(';') + 1
  if (!forgive && Number.parseInt(content.slice(end), 16) !== crc16(Buffer.from(content.slice(0, end)))) {
    throw new BadReport('checksum: is wrong')
  }
  return content.slice(0, Math.max(0, end - 1))
}

/** A record with one field more has a checksum, whatever the sign-in said. */
function withRecord(
  message: Message,
  type: string,
  content: string,
  fields: number,
  session: Session,
  forgive: boolean,
): Message {
  const has_sum = session.checked || content.split(';').length > fields
  const text = has_sum ? checkedContent(content, forgive) : content
  try {
    return { ...message, reports: [decodeRecord(text)], acknowledgement: answer(type, 1) }
  } catch (error) {
    // The device drops a record that is answered with a reason.
    if (!(error instanceof Refused)) throw error
    return { ...message, acknowledgement: answer(type, error.code) }
  }
}

/** Stored records, separated by `|`. How many were taken is answered; those that cannot be read are left out. */
function withRecords(message: Message, content: string, session: Session, forgive: boolean): Message {
  const parts = content.split('|')
  const last = parts.at(-1)!
  const has_sum = session.checked || /^[0-9A-Fa-f]{4}$/.test(last.trim())
  const texts = (has_sum ? batchBefore(content, forgive) : content).split('|').filter((text) => text.trim() !== '')
  if (texts.length > MAX_RECORDS) throw new BadReport(`records: are more than ${MAX_RECORDS}`)
  const reports = texts.map((text) => recordOrNull(text)).filter((report) => report !== null)
  return { ...message, reports, acknowledgement: answer('B', texts.length) }
}

const MAX_RECORDS = 1_000

/** The checksum of a batch is behind the last `|` or `;`. */
function batchBefore(content: string, forgive: boolean): string {
  const end = Math.max(content.lastIndexOf('|'), content.lastIndexOf(';')) + 1
  if (!forgive && Number.parseInt(content.slice(end), 16) !== crc16(Buffer.from(content.slice(0, end)))) {
    throw new BadReport('checksum: is wrong')
  }
  return content.slice(0, Math.max(0, end - 1))
}

function recordOrNull(text: string): Report | null {
  try {
    return decodeRecord(text, true)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return null
  }
}

/** A message of the driver, or the answer to a command. */
function withText(message: Message, content: string, session: Session, forgive: boolean): Message {
  const text = (session.checked ? checkedContent(content, forgive) : content).slice(0, MAX_TEXT).trim()
  const acknowledgement = answer('M', 1)
  if (text === '') return { ...message, acknowledgement }
  const reports = [reportOf({ event: 'status', attributes: { result: text } })]
  return { ...message, reports, acknowledgement, answer: text }
}

const MAX_TEXT = 4_096

/** Parts of pictures and tachograph files are acknowledged, so that the device does not repeat them, and not stored. */
function withFile(message: Message, type: string, content: string): Message {
  if (type === 'T') return { ...message, acknowledgement: answer('T', 1) }
  const [index, count] = content.split(';').slice(type === 'I' ? 1 : 3)
  const part = Number(index)
  if (!Number.isInteger(part) || part < 0) throw new BadReport('index: is no number')
  const all = part >= Number(count) ? [answer(type, 1)] : []
  return { ...message, acknowledgement: Buffer.concat([answer(type, `${part};1`), ...all]) }
}

/** A text is a message to the driver; one that begins with `#` is sent as it is, e.g. `#QI#`. */
function encode(command: Command, { checked }: Session): Buffer | null {
  if (command.type !== 'custom' || command.text === '' || /[\r\n]/.test(command.text)) return null
  if (command.text.startsWith('#')) return Buffer.from(`${command.text}\r\n`)
  const content = `${command.text};`
  const sum = crc16(Buffer.from(content)).toString(16).toUpperCase().padStart(4, '0')
  return Buffer.from(checked ? `#M#${content}${sum}\r\n` : `#M#${command.text}\r\n`)
}

type Session = {
  /** Whether lines end with a checksum: from version 2.0. */
  checked: boolean
}
