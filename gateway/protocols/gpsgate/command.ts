import { type Attributes, BadReport } from '../report.ts'
import { motionOf, placeOf, sentence } from '../shared/nmea.ts'
import { reportOf } from '../shared/place.ts'
import type { Message } from '../shared/protocol.ts'
import { reading } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'

/**
 * A device's command: its number, which may be empty after signing in, a name, `Inline` or nothing, and values.
 *
 * @throws {BadReport}
 */
export function decodeCommand([id, name, , ...values]: string[], signed_in: string | null): Message {
  const number = id?.trim() ? nameOf(id) : null
  if (number === null && id?.trim()) throw new BadReport('number: is not 1 to 64 characters')
  const message = { number, reports: [], acknowledgement: null }
  const answer = (text: string) => sentence(`FRRET,${number ?? signed_in ?? ''},${text}`)
  switch (name?.toLowerCase()) {
    case '_sendmessage':
      return { ...message, reports: [decodeMessage(values)] }
    case '_ping':
      return { ...message, acknowledgement: answer('_Ping,Inline') }
    // How often to send positions: no rule follows.
    case '_getupdaterules':
      return { ...message, acknowledgement: answer('_getupdaterules,Nmea,0') }
    default:
      return message
  }
}

/** A number, or the name of a user without blanks, which no number of a tracker has. */
export function nameOf(text: string | undefined): string | null {
  const name = text?.trim().replace(/\s+/g, '_') ?? ''
  return /^[\x21-\x7e]{1,64}$/.test(name) ? name : null
}

/**
 * Latitude, N, longitude, E, metres, knots, course, ddmmyy, hhmmss.sss, whether there is a fix, and `name=value`.
 *
 * @throws {BadReport}
 */
function decodeMessage(values: string[]) {
  const [lat, north, lon, east, altitude, speed, course, date, time, fix, ...others] = values
  const place = placeOf(lat, north, lon, east)
  if (place === null && others.length === 0) throw new BadReport('lat: is missing')
  return reportOf({
    ...place,
    ...motionOf(speed, course),
    altitude: reading(altitude),
    fix_at: fromDayMonthYear(date, time?.slice(0, 6)),
    valid: fix === '1',
    attributes: attributesOf(others),
  })
}

/** Common names; other fields keep their own. */
function attributesOf(pairs: string[]): Attributes {
  const attributes: Attributes = {}
  for (const pair of pairs.slice(0, MAX_PAIRS)) {
    const [, name, value = ''] = /^([\w .-]{1,64})=(.{0,256})$/.exec(pair.trim()) ?? []
    if (name === undefined) continue
    attributes[names[name.toLowerCase()] ?? name] = reading(value) ?? value
  }
  return attributes
}

const MAX_PAIRS = 32

const names: Record<string, string> = {
  batterylevel: 'battery',
  voltage: 'battery_volts',
  temperature: 'temperature',
  satellites: 'satellites',
  hdop: 'hdop',
}
