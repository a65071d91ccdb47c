import { BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeElements } from './elements.ts'
import { frame } from './framing.ts'
import { decodeRecords } from './records.ts'
import { checkPosition, decodeText, findPosition } from './text.ts'

/**
 * Meitrack: `$$`, a letter, a length, the number, a command and its data, `*` and a checksum. Positions are text (AAA) or
 * packed (CCC, CCE). CCC and AAC are answered; then the device deletes the records it sent.
 *
 * Source: Meitrack GPRS protocol, T622 and 1.6, and recorded messages.
 */
export const meitrack: Protocol<Session> = {
  name: 'meitrack',
  port: 5020,
  udp: true,
  open: () => ({ number: null, letter: LETTERS - 1 }),
  frame,
  decode,
  encode,
  commands,
}

function decode(frame: Buffer, session: Session, { forgive }: DecodeOptions): Message {
  const { flag, number, command, body } = partsOf(frame, forgive)
  session.number = number
  const message = { number, reports: [] as Report[], acknowledgement: null }
  switch (command) {
    case 'CCC': {
      const reports = decodeRecords(body)
      return { number, reports, acknowledgement: packet(flag, number, `CCC,${reports.length}`) }
    }
    case 'CCE':
      return { ...message, reports: decodeElements(body) }
    case 'AAC':
      return { ...message, acknowledgement: packet(flag, number, 'AAC,1') }
    // Parts of a picture, and that one is there.
    case 'D00':
      return message
    case 'D03':
      return { ...message, answer: `D03,${body.toString('latin1')}` }
    default:
      return { ...message, ...decodeOther(command, body.toString('latin1')) }
  }
}

function partsOf(frame: Buffer, forgive: boolean) {
  const head = /^\$\$(.)(\d{1,4}),(\w{1,20}),([0-9A-Z]{3})(?=[,*])/s.exec(frame.toString('latin1', 0, 64))
  const tail = /\*([0-9A-Fa-f]{2})\r\n$/.exec(frame.toString('latin1', frame.length - 5))
  if (head === null) throw new BadReport('frame: is not $$ letter length,number,command')
  if (tail === null) throw new BadReport('checksum: is missing')
  const end = frame.length - 5
  if (!forgive && sumOf(frame.subarray(0, end + 1)) !== Number.parseInt(tail[1]!, 16)) {
    throw new BadReport('checksum: is wrong')
  }
  const [{ length }, flag = '', , number = '', command = ''] = head
  return { flag, number, command, body: frame.subarray(Math.min(length + 1, end), end) }
}

/** The low 8 bits of the sum of all bytes to the asterisk. */
const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)

/** A position, or an answer to a command. */
function decodeOther(command: string, text: string): Partial<Message> {
  const fields = text.split(',')
  const isPosition = /^[AB][A-F]{2}$/.test(command)
  const at = isPosition ? checkPosition(fields) : findPosition(fields)
  if (at >= 0) return { reports: [decodeText(fields.slice(at))] }
  const result = text === '' ? command : `${command},${text}`
  return { reports: [reportOf({ attributes: { result } })], answer: result }
}

/** A12 is the interval in tens of seconds. */
function encode(command: Command, session: Session): Buffer | null {
  if (session.number === null) return null
  if (command.type === 'custom' && command.text.startsWith('@@')) return Buffer.from(`${command.text}\r\n`, 'latin1')
  session.letter = (session.letter + 1) % LETTERS
  const flag = String.fromCharCode(FIRST_LETTER + session.letter)
  if (command.type === 'custom') return packet(flag, session.number, command.text)
  const tens = Math.ceil(command.interval_s / 10)
  return tens > 0xffff ? null : packet(flag, session.number, `A12,${tens}`)
}

/** The length counts from the comma behind it to the end. */
function packet(flag: string, number: string, text: string): Buffer {
  const rest = `,${number},${text}*`
  const head = Buffer.from(`@@${flag}${rest.length + 4}${rest}`, 'latin1')
  const sum = sumOf(head).toString(16).toUpperCase().padStart(2, '0')
  return Buffer.concat([head, Buffer.from(`${sum}\r\n`)])
}

/** Packet letters are from A to z. */
const FIRST_LETTER = 0x41
const LETTERS = 0x7b - FIRST_LETTER

type Session = { number: string | null; letter: number }
