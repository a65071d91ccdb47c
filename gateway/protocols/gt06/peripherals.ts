import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import { fromSeconds } from '../shared/utc.ts'
import { hundredths } from './blocks.ts'

/** 0xf1: seconds since 1970, then modules of this type. */
export function readDevice(cursor: Cursor): Partial<Report> {
  const fix_at = fromSeconds(cursor.u32())
  const attributes: Attributes = {}
  while (cursor.left >= 3) {
    const id = cursor.u16()
    const value = cursor.slice(Math.min(cursor.u8(), cursor.left))
    const first = value[0]
    if (first === undefined) continue
    if (id === 1) attributes.motion = first === 2 || first === 4
    if (id === 2) attributes.armed = first > 0
    if (id === 4) attributes.ignition = first > 0
    if (id === 5 && value.length >= 2) attributes.power_volts = hundredths(value.readUInt16BE())
    if (id === 7) attributes.charging = first > 0
    if (id === 11 && value.length >= 2) attributes.temperature = value.readUInt16BE() / 10
    if (!named.has(id) && value.length <= 6) attributes[`io_${id}`] = value.readUIntBE(0, value.length)
  }
  return { fix_at, attributes }
}

const named = new Set([1, 2, 4, 5, 7, 11])

/** 0xf2: seconds since 1970, then attached devices: a battery (12) or radio tags (10). */
export function readPeripheral(cursor: Cursor): Partial<Report> {
  const fix_at = fromSeconds(cursor.u32())
  const attributes: Attributes = {}
  while (cursor.left >= 3) {
    const id = cursor.u16()
    const long = id === 10 || cursor.bytes[cursor.at] === 0
    const length = long && cursor.left >= 2 ? cursor.u16() : cursor.u8()
    const value = cursor.slice(Math.min(length, cursor.left))
    if (id === 12 && value.length >= 4) Object.assign(attributes, { io_12: value[0], cycles: value.readUInt16BE(2) })
    if (id === 10 && value.length >= 8)
      Object.assign(attributes, { card: value.toString('hex', 1, 7), reason: value[7] })
  }
  return { fix_at, attributes }
}
