import type { Attributes } from '../report.ts'
import { KMH, scaled } from './units.ts'

/**
 * Services 01 and 02 of SAE J1979: how many bytes a parameter's value has.
 *
 * @returns null for parameters that are not listed
 */
export function obdSize(pid: number): number | null {
  const range = sizes.find(([from, to]) => pid >= from && pid <= to)
  return range ? range[2] : null
}

const sizes: Array<[from: number, to: number, size: number]> = [
  [0x00, 0x01, 4],
  [0x02, 0x03, 2],
  [0x04, 0x0b, 1],
  [0x0c, 0x0c, 2],
  [0x0d, 0x0f, 1],
  [0x10, 0x10, 2],
  [0x11, 0x13, 1],
  [0x14, 0x1b, 2],
  [0x1c, 0x1e, 1],
  [0x1f, 0x1f, 2],
  [0x20, 0x20, 4],
  [0x21, 0x23, 2],
  [0x24, 0x2b, 4],
  [0x2c, 0x30, 1],
  [0x31, 0x32, 2],
  [0x33, 0x33, 1],
  [0x34, 0x3b, 4],
  [0x3c, 0x3f, 2],
  [0x40, 0x41, 4],
  [0x42, 0x44, 2],
  [0x45, 0x4c, 1],
  [0x4d, 0x4e, 2],
  [0x4f, 0x50, 4],
  [0x51, 0x52, 1],
  [0x53, 0x59, 2],
  [0x5a, 0x5c, 1],
  [0x5d, 0x5f, 2],
  [0x60, 0x60, 4],
  [0x61, 0x62, 1],
  [0x63, 0x63, 2],
  [0x64, 0x64, 5],
  [0x65, 0x65, 2],
  [0x66, 0x66, 5],
  [0x67, 0x67, 3],
  [0xa6, 0xa6, 4],
]

/** The attribute of a parameter whose value is in its physical unit already: °C, km/h, percent, revolutions a minute. */
export function obdAttribute(pid: number, value: number): Attributes {
  const name = names[pid]
  if (name === undefined) return { [`io_${pid}`]: value }
  // The control module's supply is in millivolts.
  return { [name]: pid === SPEED ? scaled(value, KMH) : pid === SUPPLY ? value / 1000 : value }
}

/** The same of a value as the vehicle sends it, in its first bytes: SAE J1979, Appendix B. */
export function obdRaw(pid: number, [a = 0, b = 0, c = 0, d = 0]: Uint8Array): Attributes {
  const two = a * 256 + b
  switch (pid) {
    case 0x04:
    case 0x11:
    case 0x2f:
      return obdAttribute(pid, Math.round((a * 1000) / 255) / 10)
    case 0x05:
    case 0x46:
    case 0x5c:
      return obdAttribute(pid, a - 40)
    case 0x0c:
      return obdAttribute(pid, two / 4)
    case 0x0d:
      return obdAttribute(pid, a)
    case 0x0f:
      return { io_15: a - 40 }
    case SUPPLY:
      return obdAttribute(pid, two)
    case 0x5e:
      return obdAttribute(pid, two / 20)
    default: {
      const size = obdSize(pid)
      if (size === 1) return obdAttribute(pid, a)
      return obdAttribute(pid, size === 2 ? two : ((two * 256 + c) * 256 + d) >>> 0)
    }
  }
}

const SPEED = 0x0d
const SUPPLY = 0x42

const names: Record<number, string> = {
  0x04: 'engine_load',
  0x05: 'coolant_temperature',
  0x0c: 'rpm',
  0x0d: 'obd_speed',
  0x11: 'throttle',
  0x2f: 'fuel',
  0x42: 'power_volts',
  0x46: 'outside_temperature',
  0x5c: 'oil_temperature',
  0x5e: 'fuel_rate',
}

/**
 * A diagnostic trouble code in two bytes: two bits the system, four digits.
 *
 * @returns null for zeros, which fill up lists
 */
export function troubleCode(code: number): string | null {
  if (code === 0) return null
  const digits = (code & 0x3fff).toString(16).toUpperCase().padStart(4, '0')
  return `${'PCBU'[code >> 14]}${digits}`
}
