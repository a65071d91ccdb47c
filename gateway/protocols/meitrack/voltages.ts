import type { Attributes } from '../report.ts'
import { reading, scaled } from '../shared/units.ts'

/**
 * Five voltages separated by bars: battery, supply and three internal ones; or raw converter values of three inputs,
 * battery and supply. The scale of the converter depends on the model, which the message does not contain. It is derived
 * from the battery: only one scale gives the voltage of a single lithium cell.
 */
export function voltagesOf(text: string): Attributes {
  const parts = text.split('|')
  if (parts.length !== 5) return {}
  if (parts.every((part) => part.includes('.'))) {
    return { battery_volts: reading(parts[0]), power_volts: reading(parts[1]) }
  }
  const counts = countsOf(parts)
  const { low, high } = scaleOf(counts[3] ?? 0)
  const [first = null, second = null, third = null, battery = null, supply = null] = counts
  return {
    adc_1: scaled(first, low),
    adc_2: scaled(second, low),
    adc_3: scaled(third, low),
    battery_volts: scaled(battery, low),
    power_volts: scaled(supply, high),
  }
}

/** Hexadecimal, except on the first firmware, where the battery shows that the digits are decimal. */
function countsOf(parts: string[]): (number | null)[] {
  const isDecimal = parts.every((part) => /^\d{1,4}$/.test(part)) && isWide(Number(parts[3]))
  const pattern = isDecimal ? /^\d{1,4}$/ : /^[0-9A-F]{1,4}$/i
  return parts.map((part) => (pattern.test(part) ? Number.parseInt(part, isDecimal ? 10 : 16) : null))
}

function scaleOf(battery: number): { low: number; high: number } {
  if (isWide(battery)) return { low: (3.3 * 2) / 4096, high: (3.3 * 16) / 4096 }
  // MVT340, MVT380: 10 bits of 3 V. From 3 to 4.5 V.
  if (battery >= 512 && battery <= 770) return { low: (3 * 2) / 1024, high: (3 * 16) / 1024 }
  return { low: 0.01, high: 0.01 }
}

/** MVT100, MVT600, MVT800, T1, T3: 12 bits of 3.3 V. From 2.9 to 4.5 V. */
const isWide = (battery: number) => battery >= 1_800 && battery <= 2_800
