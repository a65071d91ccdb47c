/** What a sensor makes of the attributes of reports: pure, for the server and for the preview in a form. */

/** Converts a reported value to a number: true is 1, false is 0. @returns null for other values and empty texts */
export function numberOf(raw: unknown): number | null {
  if (typeof raw === 'boolean') return raw ? 1 : 0
  if (typeof raw === 'string' && raw.trim() === '') return null
  const value = typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN
  return Number.isFinite(value) ? value : null
}

/** The attribute at a path: one of this very name, or else what its parts lead to. */
export function attributeAt(attributes: Record<string, unknown> | null, path: string): unknown {
  if (!attributes) return undefined
  if (Object.hasOwn(attributes, path)) return attributes[path]
  let value: unknown = attributes
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

/** The calibrated value, without the noise of binary fractions. */
export function calibrate(raw: number, { factor, value_offset, points }: Calibration): number {
  return rounded(points && points.length > 1 ? interpolate(raw, points) : raw * factor + value_offset)
}

/** The median: of an even number the mean of the two in the middle. `values` is not empty. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : rounded((sorted[middle - 1]! + sorted[middle]!) / 2)
}

/** The calibrated values of a sensor, smoothed as it says: each is the median of the last ones, in the order of time. */
export function makeReader(sensor: Calibration & { median_of: number }): (raw: number) => number {
  let window: number[] = []
  return (raw) => {
    const value = calibrate(raw, sensor)
    if (sensor.median_of <= 1) return value
    window = [...window.slice(1 - sensor.median_of), value]
    return medianOf(window)
  }
}

/** What the value is called; null where it has no word. */
export const stateOf = (value: number, states: States | null): string | null =>
  states?.find((state) => Math.abs(state.value - value) < 1e-9)?.text ?? null

/** The index of the first point that does not lie beyond the one before; null where all rise. */
export function firstUnordered(points: readonly (readonly number[])[]): number | null {
  const index = points.findIndex(([x], i) => i > 0 && x! <= points[i - 1]![0]!)
  return index === -1 ? null : index
}

/** Beyond the first and the last point the value is theirs: a tank is not emptier than empty. */
function interpolate(raw: number, points: readonly (readonly number[])[]): number {
  const above = points.findIndex(([x]) => x! >= raw)
  if (above === -1) return points[points.length - 1]![1]!
  const [right, value] = points[above]! as [number, number]
  if (above === 0) return value
  const [left, before] = points[above - 1]! as [number, number]
  return before + ((raw - left) / (right - left)) * (value - before)
}

const rounded = (value: number) => Number(value.toPrecision(12))

export type Calibration = { factor: number; value_offset: number; points: number[][] | null }
export type States = { value: number; text: string }[]
