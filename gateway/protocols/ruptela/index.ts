import { BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeRecords, decodeTroubleCodes } from './records.ts'
import { findFrame, readFrame, writeFrame } from './wire.ts'

/**
 * Ruptela: FM-Eco4, FM-Tco4, FM-Pro4, HCV5, LCV5, Plug5 and others. Every message carries the IMEI.
 *
 * Source: Ruptela, "FM device communication protocol", and recorded messages.
 */
export const ruptela: Protocol<null> = {
  name: 'ruptela',
  port: 5046,
  udp: true,
  open: () => null,
  frame: findFrame,
  decode,
  encode,
  commands,
}

const RECORDS = 1
const TEXTS = new Set([2, 3, 4, 5, 6, 7])
const TROUBLE_CODES = 9
const CHANNELS = new Set([14, 30, 31])
const IDENTIFICATION = 15
const HEARTBEAT = 16
const OUTPUT_SET = 17
const DRIVER_LICENCE = 36
const EXTENDED_RECORDS = 68

function decode(bytes: Buffer, _session: null, options: DecodeOptions): Message {
  const { number, command, body } = readFrame(bytes, options)
  const message: Message = { number, reports: [], acknowledgement: null }
  if (command === RECORDS || command === EXTENDED_RECORDS) {
    const reports = decodeRecords(body, command === EXTENDED_RECORDS)
    return { ...message, reports, acknowledgement: writeFrame(100, ACCEPTED) }
  }
  if (command === TROUBLE_CODES) {
    return { ...message, reports: decodeTroubleCodes(body), acknowledgement: accept(command) }
  }
  if (command === IDENTIFICATION || command === HEARTBEAT) return { ...message, acknowledgement: accept(command) }
  if (command === DRIVER_LICENCE) {
    return { ...message, reports: [decodeLicence(body)], acknowledgement: accept(command) }
  }
  if (TEXTS.has(command)) return withAnswer(message, body.toString('latin1').trim())
  if (command === OUTPUT_SET) return withAnswer(message, String(body[0] ?? ''))
  // Data that pass through the device; tachograph files and pictures are not requested.
  if (CHANNELS.has(command)) return withData(message, body)
  return message
}

const ACCEPTED = Buffer.of(1)
/** The answer to a command of the device has its number and 100 more. */
const accept = (command: number) => writeFrame(100 + command, ACCEPTED)

function withAnswer(message: Message, answer: string): Message {
  if (answer === '') return message
  return { ...message, answer, reports: [reportOf({ event: 'status', attributes: { result: answer } })] }
}

function withData(message: Message, body: Buffer): Message {
  if (body.length === 0) return message
  return { ...message, reports: [reportOf({ event: 'status', attributes: { data: body.toString('hex') } })] }
}

/** A driver's licence that was read: state, and the three tracks of its magnetic stripe, each behind its length. */
function decodeLicence(body: Buffer): Report {
  const cursor = new Cursor(body)
  cursor.u8() // subcommand
  const fix_at = cursor.u32() * 1000
  cursor.slice(3) // registration, card, track
  const tracks = [0, 1, 2].map(() => cursor.slice(cursor.u16()).toString('latin1').trim())
  const driver = tracks.filter((track) => track !== '').join('|')
  if (driver === '') throw new BadReport('tracks: are empty')
  return reportOf({ fix_at, event: 'status', attributes: { driver } })
}

/** Command 108 carries a command as by SMS, e.g. `password coords`. Intervals belong to a device's configuration. */
function encode(command: Command): Buffer | null {
  if (command.type !== 'custom' || command.text.length === 0 || command.text.length > MAX_TEXT) return null
  return writeFrame(108, Buffer.from(command.text, 'latin1'))
}

/** An SMS. */
const MAX_TEXT = 160
