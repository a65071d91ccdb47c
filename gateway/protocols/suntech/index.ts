import { BadReport } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, Message, Protocol } from '../shared/protocol.ts'
import { utc } from '../shared/utc.ts'
import { commands } from './commands.ts'
import { frame } from './framing.ts'
import { decodeLegacy } from './legacy.ts'
import { decodeSt4, decodeSt9 } from './others.ts'
import { decodeUniversal } from './universal.ts'
import { decodeUniversalZip, decodeZip } from './zip.ts'

/**
 * Suntech: text with semicolons, of three generations, and its packed forms. Every message carries the number, and none
 * is answered.
 */
export const suntech: Protocol<Session> = {
  name: 'suntech',
  port: 5011,
  udp: false,
  open: () => ({ number: null, header: null }),
  frame,
  decode,
  encode,
  commands,
}

function decode(frame: Buffer, session: Session): Message {
  const decoded = frame[0] === STX ? decodeZip(frame) : frame[0]! >= 0x80 ? decodeUniversalZip(frame) : text(frame)
  const { number } = decoded
  if (number !== null && !/^\d{5,15}$/.test(number)) throw new BadReport('number: is not 5 to 15 digits')
  if (number !== null) session.number = number
  session.header = headerOf(frame) ?? session.header
  return { acknowledgement: null, ...decoded }
}

const STX = 0x02

function text(frame: Buffer): Pick<Message, 'number' | 'reports' | 'answer'> {
  const fields = frame.toString('latin1').split(';')
  const [header = ''] = fields
  // A device's answer to an unknown command, without its number.
  if (header.startsWith('-')) return { number: null, reports: [], answer: header }
  if (header === 'CRR') return decodeCrash(frame, fields[1] ?? '')
  if (header.length === 3) return decodeUniversal(fields)
  if (header.startsWith('ST9')) return decodeSt9(fields)
  if (header.startsWith('ST4')) return decodeSt4(fields)
  if (/^S[AT]\d{3}[A-Z]{3}$/.test(header)) return decodeLegacy(fields)
  throw new BadReport('header: is none that Suntech has')
}

/** A crash: its time, and measurements in an undocumented layout. */
function decodeCrash(frame: Buffer, number: string) {
  const header = /^CRR;\d+;(\d+);\d+;\d{4}/.exec(frame.toString('latin1'))
  if (header === null) throw new BadReport('crash: is not number;part;parts;length')
  if (Number(header[1]) !== 1) return { number, reports: [] }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = frame.subarray(header[0].length)
  const fix_at = utc(year, month, day, hour, minute, second)
  return { number, reports: [reportOf({ fix_at, alarm: 'crash', attributes: { type: 'CRR' } })] }
}

/** The generation, which a command begins with, too: `ST300`, or nothing for the universal protocol. */
function headerOf(frame: Buffer): string | null {
  if (frame[0] === STX) return 'ST300'
  if (frame[0]! >= 0x80) return ''
  return (
    /^(S[AT]\d{3})?[A-Z]{3};/
      .exec(frame.toString('latin1', 0, 12))
      ?.slice(1)
      .map((name) => name ?? '')[0] ?? null
  )
}

/**
 * `ST300CMD;number;02;StatusReq`, or `CMD;number;03;01`. Only custom commands are sent: the command that sets the
 * interval overwrites a dozen other settings of the unit.
 */
function encode(command: Command, { number, header }: Session): Buffer | null {
  if (command.type !== 'custom') return null
  if (command.text.includes(';') && /^(S[AT]\d|CMD|PRG)/.test(command.text)) return line(command.text)
  if (number === null || header === null) return null
  return line(`${header}CMD;${number};${header === '' ? '' : '02;'}${command.text}`)
}

const line = (text: string) => Buffer.from(`${text}\r`, 'latin1')

type Session = { number: string | null; header: string | null }
