import { type Calibration, makeReader } from './calibrate.ts'

/**
 * Reads the values of some sensors from what reports have at `paths`, in the order of time. The value of a sum is that of
 * its parts in one report: where one is missing there is no value, since the others alone would look like a fall.
 */
export function makeReaders(sensors: readonly Readable[]): Readers {
  const paths: string[] = []
  const add = (sensor: Part) => {
    const read = makeReader(sensor)
    const index = paths.push(sensor.path) - 1
    return (raws: readonly (number | null)[]) => (raws[index] == null ? null : read(raws[index]))
  }
  const readers = sensors.map((sensor) => {
    const parts = partsOf(sensor)
    // One that does not apply to the tracker is missing in every report.
    const isWhole = parts.every((part) => part !== null)
    const read = isWhole ? parts.map(add) : []
    return (raws: readonly (number | null)[]) => sumOf(read.map((part) => part(raws)))
  })
  return { paths, read: (raws) => readers.map((read) => read(raws)) }
}

/** The sensors that a value is made of: one that is no sum is its own part. */
export const partsOf = <S extends Part>(sensor: S & { parts?: readonly (Part | null)[] | null }) =>
  sensor.parts ?? [sensor]

/** Null where a value is missing; without the noise of binary fractions. */
export function sumOf(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return Number(sum.toPrecision(12))
}

/** @property parts those of a sum that apply to the tracker, with null for one that does not; null for other sensors */
export type Readable = Part & { parts?: readonly (Part | null)[] | null }
export type Part = Calibration & { path: string; median_of: number }
export type Readers = {
  paths: string[]
  /** @param raws what a report has at the paths */
  read(raws: readonly (number | null)[]): (number | null)[]
}
