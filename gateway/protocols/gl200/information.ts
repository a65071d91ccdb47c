import type { Attributes, Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { reading, within } from '../shared/units.ts'
import { readTag } from './attachments.ts'
import { percent } from './fixed.ts'
import { findLocation, kilometres, readLocation, strength, wifiAt } from './location.ts'
import { hex, isHex, reportFrom, type Sentence, thousandth } from './sentence.ts'
import { motionOf } from './state.ts'

/** INF: state, SIM card, network, supply, battery; the rest by model. */
export function decodeInformation(sentence: Sentence): Report[] {
  const { fields, body, model } = sentence
  const [state, iccid, rssi, , supply] = fields.slice(body)
  // Some models have a radio thermometer before the supply's voltage.
  const sensor = isHex(fields[body + 6], 12)
  const at = body + 5 + (sensor ? 3 : 0)
  const [measured = ''] = fields.slice(at)
  const battery_at = at + 2
  const fixed_at = fields.findIndex((field, i) => i > battery_at && /^\d{14}$/.test(field) && i < sentence.end)
  const attributes: Attributes = {
    ...motionOf(hex(state)),
    iccid: iccid || null,
    rssi: strength(rssi),
    external_power: supply === '1' ? true : supply === '0' ? false : null,
    ...(measured.includes('.') ? { odometer: kilometres(measured) } : { power_volts: thousandth(measured) }),
    battery_volts: within(reading(fields[battery_at]), 0, 100),
    charging: fields[battery_at + 1] === '1' ? true : fields[battery_at + 1] === '0' ? false : null,
    ...(sensor ? { temperature: reading(fields[body + 7]), humidity: reading(fields[body + 8]) } : {}),
    ...(model.startsWith('GL') && fixed_at > 0 ? personal(fields, fixed_at) : {}),
    ...(fixed_at > 0 ? inputsOf(sentence, fixed_at + 1) : {}),
  }
  return [reportFrom(sentence, {}, attributes)]
}

/** Trackers of people: battery, a reserved field, temperature. */
const personal = (fields: string[], fixed_at: number): Attributes => ({
  battery: percent(fields[fixed_at + 1]),
  temperature: /^-?\d{1,2}(\.\d)?$/.test(fields[fixed_at + 3] ?? '') ? reading(fields[fixed_at + 3]) : null,
})

/**
 * Trackers in vehicles: the mode of a pin on some, analogue inputs in mV, digital inputs and outputs, and the device's
 * own zone, by which the others are found.
 */
function inputsOf({ fields, model, end }: Sentence, from: number): Attributes {
  const zone = fields.findIndex((field, i) => i >= from + 2 && i < end && /^[+-]\d{4}$/.test(field))
  if (zone < 0) return {}
  const analogue = fields.slice(from, zone - 2)
  if (model !== 'GV310LAU' && analogue.length > 1 && /^[01]?$/.test(analogue[0]!)) analogue.shift()
  const bits = (field: string | undefined) => (isHex(field, 2) ? hex(field) : null)
  return {
    ...Object.fromEntries(analogue.slice(0, 3).map((field, i) => [`adc_${i + 1}`, thousandth(field)])),
    inputs: bits(fields[zone - 2]),
    outputs: bits(fields[zone - 1]),
  }
}

/** BAT: supply, a reserved field, battery percent and voltage, charging. Trackers for vehicles omit the percent. */
export function decodeBattery(sentence: Sentence): Report[] {
  const { fields, body, model } = sentence
  const [supply, , level, volts, charging] = fields.slice(body)
  const bit = (field: string | undefined) => (field === '1' ? true : field === '0' ? false : null)
  const battery = model.startsWith('GL') ? percent(level) : null
  const attributes = { external_power: bit(supply), battery, battery_volts: reading(volts), charging: bit(charging) }
  return [reportFrom(sentence, {}, attributes)]
}

export function decodeVersion(sentence: Sentence): Report[] {
  const [, firmware] = sentence.fields.slice(sentence.body)
  return [reportFrom(sentence, {}, { version: firmware || null })]
}

/** GSM and LBS: cells with their strength. */
export function decodeCells(sentence: Sentence): Report[] {
  const { fields, type, body, end } = sentence
  const cells: Cell[] = []
  for (let i = body; i + 4 < end; i++) {
    if (!/^\d{4}$/.test(fields[i]!) || !/^\d{4}$/.test(fields[i + 1]!)) continue
    if (!/^[0-9A-F]{4}$/i.test(fields[i + 2]!) || !/^[0-9A-F]{4,8}$/i.test(fields[i + 3]!)) continue
    const signal = reading(fields[i + 4])
    const [mcc, mnc] = [Number(fields[i]), Number(fields[i + 1])]
    // ITU-T E.212: countries begin at 200. Another field of four digits is before the first cell.
    if (mcc < 200 || mcc > 799) continue
    cells.push({ mcc, mnc, lac: hex(fields[i + 2]), cid: hex(fields[i + 3]), ...(signal === null ? {} : { signal }) })
    i += 4
  }
  const battery = type === 'LBS' ? percent(fields[body + 2]) : null
  return [reportFrom(sentence, {}, { network: networkOf(cells), battery })]
}

/** WIF: networks in reach, and the battery. */
export function decodeWifi(sentence: Sentence): Report[] {
  const { fields, body, end } = sentence
  const wifi = []
  for (let i = body + 1; i + 1 < end; i++) {
    const network = wifiAt(fields, i)
    if (network) wifi.push(network)
  }
  return [reportFrom(sentence, {}, { wifi: wifi.length > 0 ? wifi : null, battery: percent(fields[end - 1]) })]
}

/**
 * DTT: data of a device on the serial line, in hexadecimal; some models append a location. A fuel sensor sends
 * `COMB,…,percent,…`.
 */
export function decodeSerial(sentence: Sentence): Report[] {
  const { fields, body, end } = sentence
  const start = findLocation(sentence, body)
  const location = start < 0 ? null : readLocation(sentence, start)
  const field = fields[(start < 0 ? end : start) - 1] ?? ''
  const data = /^([0-9A-F]{2})+$/i.test(field) ? Buffer.from(field, 'hex').toString('latin1') : field
  const fuel = /COMB,[^,]*,(\d{1,9}(?:\.\d{1,9})?),/.exec(data)?.[1]
  const printable = /^[\x20-\x7e\r\n\t]*$/.test(data) ? data.trim() : field
  const serial = fuel ? { fuel: Number(fuel) } : { data: printable || null }
  return [reportFrom(sentence, location?.place ?? {}, { ...location?.attributes, ...serial })]
}

/** DAT: the same as text, with a location. */
export function decodeData(sentence: Sentence): Report[] {
  const { fields, body, end } = sentence
  const start = findLocation(sentence, body + 1)
  const data = fields[body + 3] || fields.slice(body, start < 0 ? end : start).find((field) => field.length > 1)
  const location = start < 0 ? null : readLocation(sentence, start)
  return [reportFrom(sentence, location?.place ?? {}, { ...location?.attributes, data: data || null })]
}

/** LSA: light, battery and temperature behind the location. */
export function decodeLight(sentence: Sentence): Report[] {
  const { fields, body, end } = sentence
  const start = findLocation(sentence, body)
  const location = start < 0 ? null : readLocation(sentence, start)
  const [battery, , motion, temperature] = fields.slice(end - 4, end)
  const attributes = {
    battery: percent(battery),
    motion: motion ? motion === '1' : null,
    temperature: reading(temperature),
  }
  return [reportFrom(sentence, location?.place ?? {}, { ...location?.attributes, ...attributes })]
}

/** BAA and BID: one accessory, by a mask of its fields. */
export function decodeAccessory(sentence: Sentence): Report[] {
  const { fields, type, body } = sentence
  const mask_at = body + (type === 'BAA' ? 4 : 2)
  let at = mask_at + 1
  const tag = readTag(hex(fields[mask_at]), () => fields[at++] ?? '')
  const start = findLocation(sentence, at)
  const location = start < 0 ? null : readLocation(sentence, start)
  return [reportFrom(sentence, location?.place ?? {}, { ...location?.attributes, beacons: [tag] })]
}

/** CSQ and CID: answers to single queries. */
export const decodeStrength = (sentence: Sentence) => [
  reportFrom(sentence, {}, { rssi: strength(sentence.fields[sentence.body]) }),
]

export const decodeCard = (sentence: Sentence) => [
  reportFrom(sentence, {}, { iccid: sentence.fields[sentence.body] || null }),
]
