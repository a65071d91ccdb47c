import type { Attributes } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'

const DEGREE = 1_800_000

/** @returns null for what is no place: the device would send it until it is acknowledged */
export function readLatLon(cursor: Cursor): { lat: number; lon: number } | null {
  const lat = cursor.i32() / DEGREE
  const lon = cursor.i32() / DEGREE
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return null
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}

/**
 * Pairs of bits: whether the device can tell, and what. Bits 1 and 2 ignition, 3 and 4 armed, 5 and 6 whether fuel and
 * power are connected, 7 and 8 charging.
 */
export function statusAttributes(status: number): Attributes {
  const bit = (n: number) => (status & (1 << n)) !== 0
  return {
    status,
    ...(bit(1) && { ignition: bit(2) }),
    ...(bit(3) && { armed: bit(4) }),
    ...(bit(5) && { blocked: !bit(6) }),
    ...(bit(7) && { charging: bit(8) }),
  }
}
