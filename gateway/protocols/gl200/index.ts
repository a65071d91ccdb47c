import { BadReport, type Report } from '../report.ts'
import type { Command, Message, Protocol } from '../shared/protocol.ts'
import { decodeCan } from './can.ts'
import { commands } from './commands.ts'
import { decodeEvent, decodeIgnition } from './events.ts'
import { decodeExtended, decodeFixed } from './fixed.ts'
import { frame } from './frame.ts'
import * as information from './information.ts'
import { decodeObd } from './obd.ts'
import { parseSentence, reportFrom, type Sentence } from './sentence.ts'

/**
 * Queclink's @Track in text, of the GL, GV, GT, GMT and CV families. Every sentence carries the number; heartbeats are
 * always answered, other sentences only where the device waits for that.
 *
 * Source: Queclink @Track Air Interface Protocol of the GL300 (TRACGL300AN001 1.02), and recorded messages.
 */
export const gl200: Protocol<Session> = {
  name: 'gl200',
  port: 5004,
  udp: true,
  open: () => ({ last: null, confirms: false, model: '' }),
  frame,
  decode,
  encode,
  commands,
}

function decode(frame: Buffer, session: Session): Message {
  if (!/^\+(RESP|BUFF|ACK):/.test(frame.toString('latin1', 0, 6))) {
    throw new BadReport('message: is binary, which is not taken; the device can be set to text')
  }
  const text = frame.toString('latin1').replace(/[\0$\s]+$/, '')
  const sentence = parseSentence(text)
  session.model = sentence.model
  if (sentence.kind === 'ACK') return decodeAnswer(sentence)
  return {
    number: sentence.number,
    reports: reportsOf(sentence),
    acknowledgement: confirmation(text, sentence, session),
  }
}

/** `+ACK:GTHBD` is a heartbeat; the others confirm a command. */
function decodeAnswer(sentence: Sentence): Message {
  const { type, version, number, count, fields, body, end } = sentence
  if (type === 'HBD') {
    return { number, reports: [], acknowledgement: Buffer.from(`+SACK:GTHBD,${version},${count}$`, 'latin1') }
  }
  const result = `+ACK:GT${type}`
  const answer = [result, ...fields.slice(body, end).filter((field) => field !== '')].join(',')
  return { number, reports: [reportFrom(sentence, {}, { result })], acknowledgement: null, answer }
}

/**
 * No field tells whether a device waits for `+SACK`. A device that repeats a sentence does wait, so its sentences are
 * answered from the first repetition on.
 */
function confirmation(text: string, { count }: Sentence, session: Session): Buffer | null {
  if (session.last === text) session.confirms = true
  session.last = text
  return session.confirms ? Buffer.from(`+SACK:${count}$`, 'latin1') : null
}

function reportsOf(sentence: Sentence): Report[] {
  return decoders[sentence.type]?.(sentence) ?? decodeEvent(sentence)
}

/** Decoders by the name of the sentence; others are decoded as events, as are sentences for which a decoder returns null. */
const decoders: Record<string, (sentence: Sentence) => Report[] | null> = {
  FRI: decodeFixed,
  RTL: decodeFixed,
  DOG: decodeFixed,
  PNL: decodeFixed,
  ERI: decodeExtended,
  IGN: decodeIgnition,
  IGF: decodeIgnition,
  VGN: decodeIgnition,
  VGF: decodeIgnition,
  CAN: decodeCan,
  OBD: decodeObd,
  INF: information.decodeInformation,
  BAT: information.decodeBattery,
  VER: information.decodeVersion,
  CSQ: information.decodeStrength,
  CID: information.decodeCard,
  GSM: information.decodeCells,
  LBS: information.decodeCells,
  WIF: information.decodeWifi,
  DTT: information.decodeSerial,
  DAT: information.decodeData,
  LSA: information.decodeLight,
  BAA: information.decodeAccessory,
  BID: information.decodeAccessory,
}

function encode(command: Command, { model }: Session): Buffer | null {
  if (command.type === 'custom')
    return Buffer.from(command.text.endsWith('$') ? command.text : `${command.text}$`, 'latin1')
  if (command.interval_s <= 0) return null
  const seconds = Math.min(86_400, Math.max(5, command.interval_s))
  const fields = intervalFields(model, seconds)
  // The password that devices leave the factory with; who changed it gives the command as text.
  return fields ? Buffer.from(`AT+GTFRI=${model.toLowerCase()},${fields.join(',')},FFFF$`, 'latin1') : null
}

/** Mode 1 reports by time, all day long. Of the GL300 family and of the GV family; the others have other commands. */
function intervalFields(model: string, seconds: number): Array<string | number> | null {
  if (/^GL300(W|VC)?$/.test(model)) {
    // mode, without a fix too, 2 reserved, from, to, fix and send intervals, mask, distance, mileage, detection
    return [1, 0, '', '', '0000', '0000', seconds, seconds, seconds, seconds, '001F', 1000, 1000, 0, 5, 50, 5, 0, '']
  }
  if (!/^GV\d+\w*$/.test(model)) return null
  // mode, without a fix too, reserved, period, from, to, check and send intervals, distance, mileage, reserved,
  // corner, interval at rest, mask of extended reports, 3 reserved
  return [1, 0, '', 0, '0000', '0000', seconds, seconds, 1000, 1000, '', 0, seconds, '', '', '', '']
}

type Session = {
  /** The last sentence. */
  last: string | null
  /** Whether the device waits for `+SACK`. */
  confirms: boolean
  model: string
}
