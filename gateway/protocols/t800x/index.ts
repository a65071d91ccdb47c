import type { Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeAcceleration, decodeBehaviour, decodeLock, decodeNetwork, decodeObd, decodeWifi } from './others.ts'
import { decodeAsset, decodeVehicle } from './positions.ts'
import { decodeTags } from './tags.ts'
import { type Frame, families, findFrame, readFrame, writeFrame } from './wire.ts'

/**
 * TopFlyTech: T8603, T8806, TLW, TLD, TLP, KnightX, PioneerX, SolarX and others. Every message carries the IMEI.
 *
 * Source: github.com/TOPFLYtech/TOPFLYtechCodec, the maker's own codec, and recorded messages.
 */
export const t800x: Protocol<Session> = {
  name: 't800x',
  port: 5094,
  udp: true,
  week_rollover: true,
  open: () => ({ family: families.vehicle, imei: null }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

const ALARMS = new Set([0x04, 0x14, 0x18])
const ANSWER = 0x81

function decode(bytes: Buffer, session: Session): Message {
  const frame = readFrame(bytes)
  session.family = frame.family
  session.imei = Buffer.from(frame.imei)
  if (frame.type === ANSWER) return withAnswer(frame)
  return { number: frame.number, reports: readReports(frame), acknowledgement: acknowledge(frame) }
}

/** With the alarm's code behind an alarm. The first family expects the serial number 1 in every answer. */
function acknowledge(frame: Frame): Buffer {
  const serial = frame.family === families.vehicle ? 1 : frame.serial
  return writeFrame({ ...frame, serial }, ALARMS.has(frame.type) ? alarmCode(frame) : Buffer.alloc(0))
}

function alarmCode({ family, type, body }: Frame): Buffer {
  const at = family === families.asset ? 1 : family === families.obd ? 18 : type === 0x14 ? 30 : 22
  return body.subarray(at, at + 1)
}

function readReports(frame: Frame): Report[] {
  const { family, type } = frame
  switch (type) {
    case 0x02:
    case 0x04:
      return [family === families.asset ? decodeAsset(frame) : decodeVehicle(frame)]
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x18:
      return family === families.asset ? [] : [decodeVehicle(frame)]
    case 0x05:
      return family === families.asset ? [decodeNetwork(frame)] : decodeBehaviour(frame)
    case 0x06:
    case 0x07:
      return family === families.asset ? [] : decodeAcceleration(frame)
    case 0x09:
      return readSerial(frame)
    case 0x10:
    case 0x12:
      return [decodeTags(frame)]
    case 0x11:
      return [decodeNetwork(frame)]
    case 0x15:
      return family === families.asset ? [decodeWifi(frame)] : []
    case 0x17:
      return family === families.asset ? [decodeLock(frame)] : []
    // Sign-in (1) and heartbeat (3); others are acknowledged, so that the device does not send them for ever.
    default:
      return []
  }
}

/** Answers of the vehicle's computer, or what another device on the serial line sends. */
function readSerial(frame: Frame): Report[] {
  if (frame.family === families.obd) {
    const report = decodeObd(frame)
    return report ? [report] : []
  }
  return [reportOf({ event: 'status', attributes: { data: frame.body.toString('hex') }, seq: frame.serial })]
}

/** A kind of answer, and text in one or two bytes a character. */
function withAnswer({ number, body, serial }: Frame): Message {
  const bytes = body.subarray(1)
  const wide = bytes.length >= 2 && bytes[1] === 0
  const answer = bytes
    .toString(wide ? 'utf16le' : 'latin1')
    .replace(/\0/g, '')
    .trim()
  if (answer === '') return { number, reports: [], acknowledgement: null }
  const report = reportOf({ event: 'status', attributes: { result: answer }, seq: serial })
  return { number, reports: [report], acknowledgement: null, answer }
}

/**
 * A setting or query in the device's own words, e.g. `STATUS#`. Intervals are set together with angle and distance, which
 * are not known here: they are for people to send.
 */
function encode(command: Command, { family, imei }: Session): Buffer | null {
  if (imei === null || command.type !== 'custom' || command.text === '' || command.text.length > MAX_TEXT) return null
  const text = Buffer.from(command.text, 'latin1')
  return writeFrame({ family, type: ANSWER, serial: 1, imei }, Buffer.concat([SETTING, text]))
}

const SETTING = Buffer.of(1)
const MAX_TEXT = 500

type Session = { family: number; imei: Buffer | null }
