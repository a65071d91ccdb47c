/** No limit at all, as on German motorways, in centimetres per second as a file of roads has it. */
export const UNLIMITED = 65_534
/** A direction that may not be driven. */
export const CLOSED = 65_535
/** Nothing is known. */
export const UNKNOWN = 0

/**
 * OpenStreetMap's `maxspeed`: kilometres per hour where no unit stands beside it. What stands for a rule of a country
 * (`AU:rural`), for signs that change or for several limits is not known.
 *
 * @returns centimetres per second
 * @see https://wiki.openstreetmap.org/wiki/Key:maxspeed
 */
export function centimetresOf(text: string | undefined): number {
  if (text === undefined) return UNKNOWN
  const given = text.trim().toLowerCase()
  if (given === 'none') return UNLIMITED
  const [, number, unit = 'km/h'] = /^(\d{1,3}(?:\.\d{1,2})?)\s*(km\/h|kmh|kph|mph|knots)?$/.exec(given) ?? []
  if (number === undefined) return UNKNOWN
  const speed = Math.round((Number(number) * perSecond[unit as keyof typeof perSecond]) / 0.01)
  return speed < UNLIMITED ? speed : UNKNOWN
}

/** Metres per second. */
const perSecond = { 'km/h': 1 / 3.6, kmh: 1 / 3.6, kph: 1 / 3.6, mph: 1609.344 / 3600, knots: 1852 / 3600 }
