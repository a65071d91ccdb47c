import type { Report } from '#gateway/protocols/report.ts'

/** A plain position, `second` seconds into 20 November 2026. */
export const reportOf = ({ second, lon, lat }: { second: number; lon: number; lat: number }): Report => ({
  fix_at: Date.UTC(2026, 10, 20) + second * 1000,
  valid: true,
  lon,
  lat,
  altitude: null,
  heading: null,
  speed: null,
  accuracy: null,
  event: 'position',
  alarm: null,
  attributes: null,
  seq: null,
})
