import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeCompressed, decodeRecords } from './records.ts'
import { decodeSatellite } from './satellite.ts'
import { COMPRESSED, findFrame, PICTURE, readFrame, SATELLITE, writeRecords } from './wire.ts'

/**
 * Galileosky: 2.x, 5.x, 7.x, Base Block, also through Iridium. A connection begins with a record that has the IMEI;
 * where a device repeats it in every record, that counts.
 *
 * Source: Galileosky, "Protocol description" and "List of tags", and recorded messages.
 */
export const galileo: Protocol<Session> = {
  name: 'galileo',
  port: 5034,
  udp: true,
  open: () => ({ number: null }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  const { kind, body, checksum } = readFrame(bytes, options)
  if (kind === SATELLITE) return { ...decodeSatellite(body, options.now), acknowledgement: null }
  // Parts of a picture, which are acknowledged so that the device does not repeat them, and not stored.
  if (kind === PICTURE) return { number: null, reports: [], acknowledgement: acknowledge(PICTURE, checksum) }
  const acknowledgement = acknowledge(ACCEPTED, checksum)
  if (kind === COMPRESSED) return { number: null, reports: decodeCompressed(body, options.now), acknowledgement }
  const records = decodeRecords(body)
  session.number = records.number ?? session.number
  return { ...records, acknowledgement }
}

const ACCEPTED = 0x02
/** With the checksum of what is acknowledged. */
const acknowledge = (kind: number, checksum: Buffer) => Buffer.concat([Buffer.of(kind), checksum])

/** A command as by SMS, e.g. `Out 1,1`: IMEI, number of the terminal, number of the command, text. */
function encode(command: Command, { number }: Session): Buffer | null {
  if (command.type !== 'custom' || number === null) return null
  const text = Buffer.from(command.text, 'latin1')
  if (text.length === 0 || text.length > MAX_TEXT) return null
  const head = [Buffer.of(0x03), Buffer.from(number), Buffer.of(0x04, 0, 0), Buffer.of(0xe0, 0, 0, 0, 0)]
  return writeRecords(Buffer.concat([...head, Buffer.of(0xe1, text.length), text]))
}

const MAX_TEXT = 255

type Session = { number: string | null }
