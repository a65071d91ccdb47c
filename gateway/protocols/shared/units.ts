/** Metres per second of a knot, which is 1852 m an hour. */
export const KNOT = 1852 / 3600

/** Metres per second of a kilometre an hour. */
export const KMH = 1 / 3.6

/** Parses a decimal number with optional blanks around it; null for anything else, including an empty text. */
export function reading(text: string | undefined): number | null {
  if (text === undefined) return null
  const trimmed = text.trim()
  return /^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : null
}

/** Numbers out of range are dropped. */
export const within = (value: number | null, min: number, max: number) =>
  value !== null && value >= min && value <= max ? value : null

/** A reading times its unit, without the noise that binary fractions add to decimal ones. */
export const scaled = (value: number | null, unit: number) =>
  value === null ? null : Number((value * unit).toPrecision(12))
