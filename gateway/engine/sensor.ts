/**
 * Judges one value of a sensor with a range. One that lies outside for `hold_s` raises one alert; the first that is back
 * by the hysteresis ends it. An alert that was not raised yet needs no hysteresis.
 *
 * @param at milliseconds since 1970
 * @returns the same state where nothing has changed
 */
export function judgeSensor(state: SensorState, limits: SensorLimits, at: number, value: number): SensorVerdict {
  if (state.raised) {
    if (isBeyond(value, limits, limits.hysteresis)) return { state, alert: null }
    return { state: { outside_since: null, raised: false }, alert: 'end' }
  }
  if (!isBeyond(value, limits, 0)) {
    return { state: state.outside_since === null ? state : { ...state, outside_since: null }, alert: null }
  }
  const outside_since = state.outside_since ?? at
  if (at - outside_since < limits.hold_s * 1000) {
    return { state: state.outside_since === null ? { ...state, outside_since } : state, alert: null }
  }
  return { state: { outside_since, raised: true }, alert: 'raise' }
}

/** Whether a value is below or above its range, which is narrower by the hysteresis. */
const isBeyond = (value: number, { low, high }: SensorLimits, hysteresis: number) =>
  (low !== null && value < low + hysteresis) || (high !== null && value > high - hysteresis)

export type SensorLimits = { low: number | null; high: number | null; hold_s: number; hysteresis: number }
export type SensorState = { outside_since: number | null; raised: boolean }
export type SensorVerdict = { state: SensorState; alert: 'raise' | 'end' | null }
