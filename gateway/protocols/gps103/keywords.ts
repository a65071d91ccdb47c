import type { Attributes } from '../report.ts'
import { lookUp } from '../shared/look_up.ts'
import { reading, within } from '../shared/units.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

/** The meaning of the keyword after the number. */
export function decodeKeyword(keyword: string): { alarm: AlarmName | null; event?: string; attributes: Attributes } {
  const temperature = /^T:(.*)$/.exec(keyword)
  if (temperature) return { alarm: 'temperature', attributes: { temperature_1: reading(temperature[1]) } }
  const fuel = /^oil *(.*)$/.exec(keyword)
  // oil1 and oil2 name a tank; `oil 51.6` is its level.
  if (fuel)
    return {
      alarm: 'fuel_leak',
      attributes: keyword.startsWith('oil ') ? { fuel: percent(fuel[1]) } : { type: keyword },
    }
  if (/^acc (on|off)$/.test(keyword)) {
    const ignition = keyword === 'acc on'
    return { alarm: null, event: ignition ? 'ignition_on' : 'ignition_off', attributes: { ignition } }
  }
  const alarm = lookUp(alarmWords, keyword) ?? null
  const unknown = alarm === null && keyword !== 'tracker' && /^[\w .:-]{1,64}$/.test(keyword)
  return { alarm, attributes: {}, ...(unknown ? { event: keyword } : {}) }
}

/** A figure with a percent sign or without. */
export const percent = (text: string | undefined) => within(reading(text?.replace(/%$/, '')), 0, 100)

const alarmWords: Record<string, AlarmName> = {
  'help me': 'sos',
  'low battery': 'low_battery',
  stockade: 'geofence',
  move: 'movement',
  speed: 'overspeed',
  'ac alarm': 'power_cut',
  'acc alarm': 'ignition_on',
  'door alarm': 'door',
  'sensor alarm': 'vibration',
  'accident alarm': 'crash',
  'bonnet alarm': 'bonnet',
  DTC: 'fault',
  'footbrake alarm': 'footbrake',
}
