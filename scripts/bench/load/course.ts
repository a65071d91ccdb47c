import { area } from './fleet.ts'

/** Simulates a tracker that drives in the area, with strictly increasing timestamps. */
export class Course {
  #lat_e6 = Math.round(1e6 * between(-area.north, -area.south))
  #lon_e6 = Math.round(1e6 * between(area.west, area.east))
  #ts_ms = 0
  #speed_dms = 125
  #heading = Math.floor(between(100, 360))
  #tick_ms: number

  /** @param tick_ms the resolution of its clock */
  constructor(tick_ms: number) {
    this.#tick_ms = tick_ms
  }

  /** Moves a few metres, roughly straight ahead, and writes the result into `position`. */
  drive(position: Position, now_ms: number): void {
    const turned = this.#heading + Math.round((Math.random() - 0.5) * 20)
    this.#heading = turned < 100 ? turned + 260 : turned >= 360 ? turned - 260 : turned
    this.#speed_dms = Math.min(299, Math.max(100, this.#speed_dms + Math.round((Math.random() - 0.5) * 8)))
    const angle = (this.#heading * Math.PI) / 180
    const { north, south, west, east } = area
    this.#lat_e6 = clamp(this.#lat_e6 - Math.round(this.#speed_dms * Math.cos(angle)), -north, -south)
    this.#lon_e6 = clamp(this.#lon_e6 + Math.round(this.#speed_dms * Math.sin(angle)), west, east)
    this.#ts_ms = Math.max(now_ms - (now_ms % this.#tick_ms), this.#ts_ms + this.#tick_ms)
    position.lat_e6 = this.#lat_e6
    position.lon_e6 = this.#lon_e6
    position.ts_ms = this.#ts_ms
    position.speed_dms = this.#speed_dms
    position.heading = this.#heading
  }
}

export const nowhere = (): Position => ({ lat_e6: 0, lon_e6: 0, ts_ms: 0, speed_dms: 0, heading: 0 })

const clamp = (value_e6: number, min: number, max: number) => Math.min(max * 1e6, Math.max(min * 1e6, value_e6))
const between = (min: number, max: number) => min + Math.random() * (max - min)

/** Microdegrees, latitude counted to the south; decimetres a second; degrees. */
export type Position = { lat_e6: number; lon_e6: number; ts_ms: number; speed_dms: number; heading: number }
