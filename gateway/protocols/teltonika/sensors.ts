import type { Attributes } from '../report.ts'
import type { Element } from './element.ts'

/**
 * The batteries of paired radio sensors, in percent. Some models use these numbers for other values, so a battery is
 * taken only if the temperature of the same sensor is in the record.
 */
export function sensorBatteriesOf(elements: Element[]): Attributes {
  const attributes: Attributes = {}
  for (const { name, battery, temperature } of ble_batteries) {
    if (!elements.some(({ id, bytes }) => id === temperature && bytes.length === 2)) continue
    const percent = elements.find(({ id, bytes }) => id === battery && bytes.length === 1)?.bytes[0]
    if (percent !== undefined && percent <= 100) attributes[name] = percent
  }
  return attributes
}

export const ble_batteries = [
  { name: 'ble_battery_1', battery: 29, temperature: 25 },
  { name: 'ble_battery_2', battery: 20, temperature: 26 },
  { name: 'ble_battery_3', battery: 22, temperature: 27 },
  { name: 'ble_battery_4', battery: 23, temperature: 28 },
]
