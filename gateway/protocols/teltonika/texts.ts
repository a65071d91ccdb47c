import { BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'

const CODEC_12 = 0x0c
const CODEC_13 = 0x0d
const CODEC_14 = 0x0e
const CODEC_15 = 0x0f

export const isTextCodec = (codec: number) => codec >= CODEC_12 && codec <= CODEC_15

/**
 * Codecs 12 to 15: what a device answers to a command, and what comes from its serial line.
 *
 * @throws {BadReport}
 */
export function decodeTexts(data: Buffer): { reports: Report[]; answer?: string } {
  const cursor = new Cursor(data)
  const codec = cursor.u8()
  const texts: Text[] = []
  for (let left = cursor.u8(); left > 0; left--) {
    const type = cursor.u8()
    const body = cursor.slice(cursor.u32())
    // Parts of a picture, which are not requested.
    if (type !== CAMERA) texts.push(readText(codec, type, new Cursor(body)))
  }
  if (cursor.left !== 1) throw new BadReport(`size: leaves ${cursor.left - 1} bytes behind the text`)
  const answer = texts.map(({ text }) => text).join('\n')
  return { reports: texts.filter(({ text }) => text).map(reportText), ...(answer ? { answer } : {}) }
}

const CAMERA = 0x0d
/** Codec 14: the command was for another IMEI. */
const NOT_MINE = 0x11

function readText(codec: number, type: number, cursor: Cursor): Text {
  const fix_at = codec === CODEC_13 || codec === CODEC_15 ? readTime(cursor) : null
  if (codec === CODEC_14 || codec === CODEC_15) cursor.slice(8) // the IMEI, as in the login
  if (type === NOT_MINE) return { text: 'the IMEI is not its own', fix_at }
  return { text: printed(cursor.slice(cursor.left)), fix_at }
}

/** Seconds in four bytes, or milliseconds in eight, of which the first four are small for another 1000 years. */
function readTime(cursor: Cursor): number {
  const first = cursor.u32()
  return first < 0x10000 && cursor.left >= 4 ? first * 2 ** 32 + cursor.u32() : first * 1000
}

/** Text unchanged, anything else in hexadecimal. */
function printed(bytes: Buffer): string {
  const text = bytes.toString('latin1').trim()
  return /^[\x20-\x7e\r\n\t]*$/.test(text) ? text : bytes.toString('hex')
}

/** A reader on the serial line sends `GTSL|…|…|…|card|…|` when a driver's card is read. */
function reportText({ text, fix_at }: Text): Report {
  const driver = text.startsWith('GTSL|') ? text.split('|')[4] : null
  return reportOf({ fix_at, event: 'status', attributes: driver ? { driver } : { result: text } })
}

type Text = { text: string; fix_at: number | null }
