import { BadReport, type Report } from '../report.ts'
import { lineEnd } from '../shared/line_end.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, Framed, Message, Protocol } from '../shared/protocol.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import { type Meaning, meaningOf } from './alarms.ts'
import { commands } from './commands.ts'
import { decodeBattery, decodeBraces, decodeCells, decodeReach } from './others.ts'
import { decodePack, decodePackFrames } from './pack.ts'
import { decodeFixed, decodeParted, holdsFixed } from './position.ts'

/**
 * TK103 and KX402, whose messages stand in parentheses: a number of mostly 12 characters, a command of 4, and data of
 * fixed widths; or all of it separated by commas. The handshake BP00 and the login BP05 are answered.
 *
 * Source: the GPRS protocol document of TK103 and KX402, and recorded messages.
 */
export const tk103: Protocol<Session> = {
  name: 'tk103',
  port: 5002,
  udp: true,
  week_rollover: true,
  open: () => ({ number: null, parted: false }),
  frame,
  decode,
  encode,
  commands,
}

/** The longest messages are answers in free text. */
const MAX_FRAME = 2048

function frame(bytes: Buffer): Framed | null {
  let start = bytes.indexOf('(')
  if (start < 0) return bytes.length > 0 ? { consumed: bytes.length, frame: null } : null
  if (start > 0) return { consumed: start, frame: null }
  let inText = false
  for (let at = 1; at < Math.min(bytes.length, MAX_FRAME); at++) {
    if (bytes[at] === DOLLAR) inText = !inText
    else if (inText) continue
    else if (bytes[at] === OPEN) start = at
    else if (bytes[at] === CLOSE && start > 0) return { consumed: start, frame: null }
    else if (bytes[at] === CLOSE) return { consumed: lineEnd(bytes, at + 1), frame: bytes.subarray(0, at + 1) }
  }
  return bytes.length < MAX_FRAME ? null : { consumed: Math.max(start, 1), frame: null }
}

const DOLLAR = 0x24
const OPEN = 0x28
const CLOSE = 0x29

function decode(frame: Buffer, session: Session): Message {
  const { number, command, data, parted } = partsOf(frame.toString('latin1'))
  session.number = number
  session.parted = parted
  const acknowledgement = parted ? null : acknowledge(number, command)
  const result = command === 'ZC03' ? /\$(.*?)(\$|$)/s.exec(data)?.[1] : undefined
  const reports = reportsOf(command, data, parted).map((report) => withMeaning(report, meaningOf(command, data)))
  return { number, reports, acknowledgement, ...(result === undefined ? {} : { answer: result }) }
}

function partsOf(text: string) {
  const body = text.slice(1, -1)
  const parts =
    // Where the number has not 12 characters, it has the 15 of an IMEI, or has lost its leading zero.
    /^([\w.-]{12}|\d{15}|\d{8,11}|\d{13,14})([A-Z]{2}[0-9A-F]{2})(.*)$/s.exec(body) ??
    /^([\w.-]{1,20}),([A-Z]{2}[0-9A-F]{2})(?:,(.*))?$/s.exec(body)
  if (parts === null) throw new BadReport('frame: is not (number command data)')
  const [, number = '', command = '', data = ''] = parts
  return { number, command, data, parted: body[number.length] === ',' }
}

/** @throws {BadReport} where a message that must have a position has none */
function reportsOf(command: string, data: string, parted: boolean): Report[] {
  const fields = data.replace(/^,/, '').split(',')
  if (command === 'BP00') return []
  if (data.includes('{')) return [decodeBraces(data)]
  if (command === 'BZ00') return [decodeCells(fields)]
  if (command === 'ZC20') return [decodeBattery(fields)]
  if (command === 'ZC03') return [decodeText(fields, data)]
  if (command === 'BV00') return /^\w{17}$/.test(data) ? [reportOf({ attributes: { vin: data } })] : []
  if (command === 'BS50') return [decodePack(data)]
  if (command === 'BS51') return [decodePackFrames(data)]
  if (/^DW[56]/.test(command)) return [decodeReach(fields)]
  if (parted) return isPosition(command) || /^\d{6},[AV],/.test(data) ? [decodeParted(fields)] : []
  return isPosition(command) || holdsFixed(data) ? [decodeFixed(data)] : []
}

const isPosition = (command: string) => /^(BR0[01]|BO0[12]|DW[34].)$/.test(command)

/** Data of a command: ddmmyy, hhmmss, and text between dollar signs. */
const decodeText = ([date, time]: string[], data: string) =>
  reportOf({ fix_at: fromDayMonthYear(date, time), attributes: { result: /\$(.*?)(\$|$)/s.exec(data)?.[1] } })

function withMeaning(report: Report, { alarm, ignition }: Meaning): Report {
  const attributes = ignition === undefined ? report.attributes : { ...report.attributes, ignition }
  return alarm === undefined ? { ...report, attributes } : { ...report, attributes, alarm, event: alarm }
}

function acknowledge(number: string, command: string): Buffer | null {
  if (command === 'BP00') return Buffer.from(`(${number}AP01HSO)`)
  return command === 'BP05' ? Buffer.from(`(${number}AP05)`) : null
}

/** AR00: the interval in seconds, hexadecimal, and for how long; 0 is without end. */
function encode(command: Command, { number, parted }: Session): Buffer | null {
  if (number === null) return null
  if (command.type === 'interval') {
    // Devices with comma-separated commands can only switch reporting on or off.
    if (parted || command.interval_s > 0xffff) return null
    const hex = Math.round(command.interval_s).toString(16).toUpperCase().padStart(4, '0')
    return Buffer.from(`(${number}AR00${hex}0000)`)
  }
  if (/^[([]/.test(command.text)) return Buffer.from(command.text, 'latin1')
  return Buffer.from(parted ? `[begin]sms2,${command.text},[end]` : `(${number}${command.text})`, 'latin1')
}

type Session = {
  number: string | null
  /** Whether the device parts its messages by commas. */
  parted: boolean
}
