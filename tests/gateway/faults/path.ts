/** Where a device is with its nth report: in and out of the boundary, by its own seed, now and then only for one report. */
export function placeOf(seed: number, n: number): { lat: number; lon: number } {
  const phase = Math.floor(n / (7 + (seed % 5)))
  const outside = (phase + seed) % 3 === 2 || (n + seed) % 41 === 0
  return { lat: round(-36.8 + (n % 50) / 1000), lon: round(outside ? 176 : 174.5) }
}

/** Milliseconds since 1970. Long past, so that the engine's clock is the fix time, however late a report comes. */
export const timeOf = (n: number) => Date.UTC(2026, 9, 1) + n * 1000

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** The boundary that the path leaves: west, south, east, north. */
export const area = [174, -37, 175, -36] as const
