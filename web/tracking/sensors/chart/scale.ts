/** Where values and times lie in a chart, and which of them its axes name. */

export type Point = readonly [at: number, value: number | null]

/** Round numbers across a range, at most `most` of them, and the range that they span. */
export function valueScale(values: number[], most = 4): { low: number; high: number; ticks: number[] } {
  let [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) [low, high] = [0, 1]
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) * 0.1, high + Math.abs(high) * 0.1]
  const rough = (high - low) / Math.max(most - 1, 1)
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = size * ([1, 2, 5, 10].find((each) => size * each >= rough) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks }
}

/** Times of the clock in a time zone across a period, at most `most` of them, and how far they are apart. */
export function timeTicks(
  from: number,
  until: number,
  most: number,
  offset_ms: number,
): { step: number; ticks: number[] } {
  const step = steps.find((each) => (until - from) / each <= most) ?? steps.at(-1)!
  const first = Math.ceil((from + offset_ms) / step) * step - offset_ms
  const ticks: number[] = []
  for (let at = first; at < until && ticks.length < 200; at += step) ticks.push(at)
  return { step, ticks }
}

/** Lines of a chart: points that follow each other without a gap. A step keeps each value until the next. */
export function linesOf(
  points: readonly Point[],
  x: (at: number) => number,
  y: (value: number) => number,
  stepped: boolean,
) {
  const lines: string[] = []
  let line = ''
  let before: number | null = null
  for (const [at, value] of points) {
    if (value === null) {
      if (line) lines.push(line)
      line = ''
      before = null
      continue
    }
    const place = `${round(x(at))} ${round(y(value))}`
    if (line === '') line = `M${place}`
    else line += stepped && before !== null ? `L${round(x(at))} ${round(y(before))}L${place}` : `L${place}`
    before = value
  }
  if (line) lines.push(line)
  // A single point is drawn as a dot: a line of no length with round ends.
  return lines.map((each) => (each.includes('L') ? each : `${each}h0`)).join('')
}

/** The last value at or before a time; null in a gap. */
export function valueAt(points: readonly Point[], at: number): number | null {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]![0] <= at) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : points[low - 1]![1]
}

const round = (pixels: number) => Math.round(pixels * 10) / 10
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 5, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 61, 122].map((count) => count * day),
]
