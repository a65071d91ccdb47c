import type { Attributes, Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { reading, within } from '../shared/units.ts'
import { commands } from './commands.ts'
import { type Frame, findFrame, readFrame, writeFrame } from './frame.ts'
import { readPosition } from './position.ts'

/**
 * Watches of children and seniors (Wonlex, Setracker, 3G-Elec and compatible): text in brackets. The two letters in front
 * are the maker's (3G, SG, CS, ZJ), and ZJ counts its messages. Every message has the number.
 *
 * Source: the makers' "GPS watch communication protocol" (SeTracker), and recorded messages.
 */
export const watch: Protocol<Session> = {
  name: 'watch',
  port: 5093,
  udp: false,
  open: () => ({ last: null }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  const frame = readFrame(bytes)
  session.last = { maker: frame.maker, number: frame.number, index: frame.index }
  const content = frame.content.toString('latin1', 0, MAX_CONTENT)
  const [word = '', ...fields] = content.split(',')
  // UD_LTE and UD_WCDMA tell the mobile network.
  const type = word.replace(/_\w+$/, '').toUpperCase()
  const message: Message = { number: frame.number, reports: [], acknowledgement: acknowledge(frame, type, options.now) }
  const report = reportOfType(type, fields)
  if (report !== null) return { ...message, reports: [report] }
  // All else repeats the word of a command.
  return silent.has(type) ? message : { ...message, answer: content.slice(0, MAX_ANSWER) }
}

const MAX_CONTENT = 8192
const MAX_ANSWER = 1024

/** Heartbeats, questions, voice and pictures: nothing to store, and no answers to a command. */
const silent = new Set(['LK', 'KA', 'INIT', 'TKQ', 'TKQ2', 'TK', 'TK2', 'JXTK', 'CONFIG', 'IMG', 'RCAPTURE', 'LGZONE'])

/** @throws {BadReport} */
function reportOfType(type: string, fields: string[]): Report | null {
  switch (type) {
    case 'UD':
    case 'UD2':
    case 'UD3':
    case 'WT':
      return readPosition(fields, false)
    case 'AL':
      return readPosition(fields, true)
    case 'LK': {
      // Steps, turns, battery; some leave out the turns, and a heartbeat may be empty.
      const battery = within(reading(fields[2]), 0, 100)
      return battery === null ? null : status('heartbeat', { battery, steps: reading(fields[0]) })
    }
    case 'PULSE':
    case 'HEART':
      return health({ heart_rate: reading(fields[0]) })
    case 'BLOOD':
    case 'BP':
      return health({ pressure_high: reading(fields[0]), pressure_low: reading(fields[1]) })
    case 'BPHRT': {
      const [high, low, rate] = fields
      return health({ pressure_high: reading(high), pressure_low: reading(low), heart_rate: reading(rate) })
    }
    case 'TEMP':
      return health({ body_temperature: reading(fields[0]) })
    case 'BTEMP2':
      // The first field is 0 where the watch was not worn.
      return reading(fields[0]) ? health({ body_temperature: reading(fields[1]) }) : null
    case 'OXYGEN':
      return health({ oxygen: within(reading(fields[1]), 0, 100) })
    case 'ICCID':
    case 'CCID':
      return health({ iccid: /^\w{10,22}$/.test(fields[0] ?? '') ? fields[0] : null })
    default:
      return null
  }
}

const status = (event: string, attributes: Attributes) => reportOf({ event, attributes })

/** A measurement, if there is one. */
function health(attributes: Attributes): Report | null {
  const some = Object.values(attributes).some((value) => value !== null && value !== undefined)
  return some ? reportOf({ attributes }) : null
}

/** Alarms must be answered, or the watch repeats them. Voice is not stored: the answer says that it failed. */
function acknowledge(frame: Frame, type: string, now: number): Buffer | null {
  const say = (content: string) => writeFrame(frame, content)
  switch (type) {
    case 'LK':
    case 'AL':
    case 'TKQ':
    case 'TKQ2':
    case 'KA':
      return say(type)
    case 'INIT':
      return say('INIT,1')
    case 'CONFIG':
      return say('CONFIG,1')
    case 'JXTK':
      return say('JXTKR,1')
    case 'TK':
      // One byte is the watch's own answer to a recording.
      return frame.content.length > 'TK,1'.length ? say('TK,0') : null
    case 'LGZONE': {
      const [date, time] = new Date(now).toISOString().split('T') as [string, string]
      return say(`LGZONE,+0,${time.slice(0, 8)},${date}`)
    }
    default:
      return null
  }
}

/** UPLOAD sets the interval in seconds, 10 at least. A text is sent as it is, such as FIND, POWEROFF or SOS1,+6421555. */
function encode(command: Command, { last }: Session): Buffer | null {
  if (last === null) return null
  if (command.type === 'custom') {
    return command.text.startsWith('[') ? Buffer.from(command.text, 'latin1') : writeFrame(last, command.text)
  }
  const seconds = Math.round(command.interval_s)
  return seconds > 0 ? writeFrame(last, `UPLOAD,${Math.min(Math.max(seconds, 10), 65_535)}`) : null
}

type Session = { last: Omit<Frame, 'content'> | null }
