/** A point as `POST track/import` takes it. */
export type Fix = {
  fix_at: string
  position: { type: 'Point'; coordinates: [number, number] }
  altitude?: number
  heading?: number
  speed?: number
  accuracy?: number
}

/** The numbers of a point: milliseconds since 1970, degrees, metres, metres per second. */
export type Numbers = { at: number; lon: number; lat: number } & Omit<Fix, 'fix_at' | 'position'>

/** A point as a file has it: numbers may be texts. Speed is in metres per second. */
export type Raw = Partial<Record<'time' | 'lon' | 'lat' | 'altitude' | 'heading' | 'speed' | 'accuracy', unknown>>

/** A fix in the server's limits; a value outside of them is left out, a point without time or position says which. */
export function fixOf({ time, lon, lat, altitude, heading, speed, accuracy }: Raw): Numbers | 'timeless' | 'placeless' {
  const [x, y] = [numberOf(lon), numberOf(lat)]
  // A receiver without a fix says that it is at 0° 0°.
  if (x === null || y === null || Math.abs(x) > 180 || Math.abs(y) > 90 || (x === 0 && y === 0)) return 'placeless'
  const at = timeOf(time)
  if (at === null) return 'timeless'
  const direction = numberOf(heading)
  return {
    at,
    lon: x,
    lat: y,
    ...within('altitude', numberOf(altitude), -12_000, 100_000),
    ...within('heading', direction === 360 ? 0 : direction, 0, 359.999),
    ...within('speed', numberOf(speed), 0, 3000),
    ...within('accuracy', numberOf(accuracy), 0, 1_000_000),
  }
}

const within = (name: string, value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? { [name]: value } : {}

function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() !== '') return numberOf(Number(value.replace(',', '.')))
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Milliseconds since 1970 of a text or of seconds or milliseconds; a text without a zone is UTC, as in GPX. */
function timeOf(value: unknown): number | null {
  const number = numberOf(value)
  if (number !== null) return inYears(number < 1e11 ? number * 1000 : number)
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return null
  return inYears(Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`))
}

/** Times that the server can read at all: it counts those that are not possible. */
const inYears = (at: number) => (at >= 0 && at < Date.UTC(2200, 0, 1) ? Math.floor(at) : null)

const aliases = {
  time: ['time', 'timestamp', 'fix_at', 'datetime', 'date_time', 'date', 'fixtime', 'devicetime', 'utc', 'recorded_at'],
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  altitude: ['altitude', 'alt', 'ele', 'elevation'],
  heading: ['heading', 'course', 'bearing'],
  accuracy: ['accuracy'],
}

/** Reads lines by the names of their columns; null where time or position are not among them. Speeds have no unit. */
export function csvFix(header: string[]): ((line: Record<string, string>) => Raw) | null {
  const simple = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
  const found = Object.entries(aliases).flatMap(([field, names]) => {
    const column = header.find((name) => names.includes(simple(name)))
    return column === undefined ? [] : [[field, column] as const]
  })
  const fields = new Set(found.map(([field]) => field))
  if (!fields.has('time') || !fields.has('lat') || !fields.has('lon')) return null
  return (line) => Object.fromEntries(found.map(([field, column]) => [field, line[column]]))
}
