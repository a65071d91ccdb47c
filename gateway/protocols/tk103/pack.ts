import { type Attributes, BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import { scaled, within } from '../shared/units.ts'

/**
 * BS50, the state of a battery pack: 3 bytes, count, 24 cells in mV, charge, current in 0.1 A, voltage in 0.01 V, charge
 * in percent, 5 protections, cycles, fault, 6 bytes, count of temperatures, two of the electronics, 7 of the pack, all
 * 40 too high. Little-endian.
 *
 * @throws {BadReport}
 */
export function decodePack(hex: string): Report {
  const bytes = bytesOf(hex)
  if (bytes.length < 82) throw new BadReport(`data: has ${bytes.length} bytes of at least 82`)
  const cells = Math.min(bytes[3]!, 24)
  const temperatures = Math.min(bytes[72]!, 7)
  return reportOf({
    attributes: {
      ...numbered('cell', cells, (i) => bytes.readUInt16LE(4 + i * 2) / 1000),
      charging: bytes[52] === 0,
      battery_amperes: scaled(bytes.readUInt16LE(53), 0.1),
      battery_volts: scaled(bytes.readUInt16LE(55), 0.01),
      battery: within(bytes[57]!, 0, 100),
      cycles: bytes.readUInt16LE(63),
      status: bytes[65],
      temperature: bytes[73]! - 40,
      ...numbered('temperature', temperatures, (i) => bytes[75 + i]! - 40),
    },
  })
}

/**
 * BS51, the frames of a Daly battery pack as `90:…,91:…`. Big-endian.
 *
 * @throws {BadReport}
 */
export function decodePackFrames(text: string): Report {
  const frames = new Map<number, Buffer>()
  for (const part of text.split(',').slice(0, 32)) {
    const [, key, hex] = /^([0-9A-F]{2}):([0-9A-F]+)$/i.exec(part) ?? []
    if (key === undefined) throw new BadReport('data: is not id:bytes')
    frames.set(Number.parseInt(key, 16), bytesOf(hex!))
  }
  const [total, counts] = [frames.get(0x90), frames.get(0x94)]
  return reportOf({
    attributes: { ...totals(total), ...cellsOf(frames.get(0x95), counts), ...warmth(frames.get(0x96), counts) },
  })
}

/** Voltage in 0.1 V, the same measured elsewhere, current in 0.1 A above -3000 A, charge in 0.1 percent. */
function totals(frame: Buffer | undefined): Attributes {
  if (frame === undefined || frame.length < 8) return {}
  return {
    battery_volts: scaled(frame.readUInt16BE(0), 0.1),
    battery_amperes: scaled(frame.readUInt16BE(4) - 30_000, 0.1),
    battery: within(frame.readUInt16BE(6) / 10, 0, 100),
  }
}

/** Eight bytes for three cells: their number, three voltages in mV, and one that is unused. */
function cellsOf(frame: Buffer | undefined, counts: Buffer | undefined): Attributes {
  const cells: Attributes = {}
  const count = Math.min(counts?.[0] ?? 0, 48)
  for (let at = 0; frame !== undefined && at + 7 <= frame.length; at += 8) {
    for (let i = 0; i < 3; i++) {
      const cell = (frame[at]! - 1) * 3 + i + 1
      if (cell >= 1 && cell <= count) cells[`cell_${cell}`] = frame.readUInt16BE(at + 1 + i * 2) / 1000
    }
  }
  return cells
}

/** A byte of the frame's number, then temperatures, 40 too high. */
const warmth = (frame: Buffer | undefined, counts: Buffer | undefined) =>
  frame === undefined
    ? {}
    : numbered('temperature', Math.min(counts?.[1] ?? 0, 7, frame.length - 1), (i) => frame[i + 1]! - 40)

const numbered = (name: string, count: number, value: (index: number) => number): Attributes =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}_${i + 1}`, value(i)]))

/** @throws {BadReport} */
function bytesOf(hex: string): Buffer {
  if (!/^([0-9A-F]{2})+$/i.test(hex)) throw new BadReport('data: is not hexadecimal')
  return Buffer.from(hex, 'hex')
}
