import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import { KMH } from '../shared/units.ts'
import { cameraAlarms } from './alarms.ts'
import { readPlace, readTime, withCourse } from './blocks.ts'

/** 0x95: time and alarm; optionally a position and names of pictures. */
export function readCamera(cursor: Cursor, zone_ms: number): Partial<Report> {
  if (cursor.left <= 7) {
    const fix_at = readTime(cursor, zone_ms)
    const code = cursor.u8()
    return { fix_at, ...cameraState(code === 1 ? 'general' : null, code, {}) }
  }
  if (cursor.bytes.readUInt16BE(0) === 0xffff) return readNewCamera(cursor, zone_ms)
  const fix_at = readTime(cursor, zone_ms)
  const place = readPlace(cursor)
  const located = withCourse(place, cursor.u16(), {})
  return { fix_at, ...located, ...cameraState(null, cursor.u8(), located.attributes) }
}

/** FF FF, version, then satellites, flags before the speed, and the supply's voltage. */
function readNewCamera(cursor: Cursor, zone_ms: number): Partial<Report> {
  cursor.slice(3)
  const fix_at = readTime(cursor, zone_ms)
  const satellites = cursor.u8() & 0xf
  const place = readPlace(cursor)
  const located = withCourse(place, cursor.u16(), { satellites })
  const speed = cursor.u16() * KMH
  const attributes = { ...located.attributes, power_volts: cursor.u16() / 10 }
  return { fix_at, speed, ...located, ...cameraState(null, cursor.u8(), attributes) }
}

function cameraState(alarm: 'general' | null, code: number, attributes: Attributes) {
  return { alarm: alarm ?? cameraAlarms[code] ?? null, attributes: { ...attributes, reason: code } }
}
