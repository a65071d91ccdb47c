import type { Attributes } from '../report.ts'
import { reading } from '../shared/units.ts'
import { type Fields, hex } from './fields.ts'

/**
 * Data of a unit at the serial port (UEX): the number of its bytes, the bytes, and a checksum of them. The bytes may
 * hold semicolons and line ends. The bytes 0 and 1 come as 1, 0x10 and 1, 0x11, and count once.
 *
 * Source: Suntech ST300/ST340 manual 1.41, §6-8.
 */
export function decodeSerial(fields: Fields): Attributes {
  const length = fields.number('length')
  const parts = [fields.text('data')]
  let size = sizeOf(parts[0]!)
  // Recordings without line ends have fewer bytes than announced, so the checksum's two digits end the data, too.
  while (size < length && fields.left > 1 && !isChecksum(fields)) {
    const part = fields.text('data')
    parts.push(part)
    size += 1 + sizeOf(part)
  }
  fields.at++
  return meaningOf(unescaped(parts.join(';')))
}

/** Whether two bytes that stand for one begin here. */
export const isPair = (text: string, at: number) =>
  text[at] === '\u0001' && (text[at + 1] === '\u0010' || text[at + 1] === '\u0011')

/** Bytes of serial data as they are counted. */
const sizeOf = (data: string) => unescaped(data).length

const unescaped = (data: string) => data.replaceAll('\u0001\u0010', '\0').replaceAll('\u0001\u0011', '\u0001')

/** Two digits, and the hour meter, a cell or nothing behind them, not the data's own `name=value`. */
const isChecksum = (fields: Fields) => /^[0-9A-F]{2}$/i.test(fields.peek()) && !fields.rest.includes('=')

function meaningOf(data: string): Attributes {
  const text = data.trim()
  const attributes: Attributes = {
    data: /^[\x20-\x7e\r\n]*$/.test(text) ? text : Buffer.from(data, 'latin1').toString('hex'),
  }
  if (text.startsWith('GTSL|')) attributes.driver = text.split('|')[4] || null
  if (text.startsWith('RFID:')) attributes.card = text.slice(5).split(';')[0]
  if (text.startsWith('CabAVL')) return { ...attributes, ...fuelOf(text.split(',').slice(2, 4).map(reading)) }
  return { ...attributes, ...sensorsOf(text) }
}

/** Fuel sensors of CabAVL, of which 0 are not there. */
const fuelOf = (levels: (number | null)[]): Attributes =>
  Object.fromEntries(levels.flatMap((level, i) => (level ? [[`fuel_sensor_${i + 1}`, level]] : [])))

/** `t_0=0D;N_0=0551.0;Q_D=0B`: temperatures, levels of fuel sensors and driving quality, hexadecimal before the point. */
function sensorsOf(text: string): Attributes {
  const attributes: Attributes = {}
  for (const [, kind, index, digits] of text.matchAll(/(?:^|;)([tN])_(\d)=([0-9A-F]{1,8})/gi)) {
    const value = hex(digits!)!
    const sensor = Number(index) + 1
    // Two digits are a signed byte.
    if (kind === 't') attributes[`temperature_${sensor}`] = digits!.length === 2 && value > 127 ? value - 256 : value
    else attributes[`fuel_sensor_${sensor}`] = value
  }
  return attributes
}
