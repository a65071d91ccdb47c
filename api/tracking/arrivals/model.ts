/**
 * Trips of an organisation, the newest first, with where each came through: all of it in memory, in columns. A visit is a
 * trip in a cell; the visits of a trip follow each other.
 */
export class TravelModel {
  readonly trips: readonly LearnedTrip[]
  /** By visit: its trip, its cell, and the seconds since the begin of the trip at which it began. */
  readonly trip: Int32Array
  readonly cell: Int32Array
  readonly second: Int32Array
  /** By trip: its first visit; one more at the end. */
  readonly first: Int32Array
  readonly #visits = new Map<number, number[]>()

  constructor(trips: readonly TripWithCourse[]) {
    let size = 0
    let count = 0
    while (count < trips.length && size + trips[count]!.cells.length <= MOST_VISITS)
      size += trips[count++]!.cells.length
    this.trips = trips
      .slice(0, count)
      .map(({ tracker_id, local, seconds }) => ({ tracker_id, local, end: seconds.at(-1)! }))
    this.trip = new Int32Array(size)
    this.cell = new Int32Array(size)
    this.second = new Int32Array(size)
    this.first = new Int32Array(count + 1)
    let visit = 0
    for (let i = 0; i < count; i++) {
      const { cells, seconds } = trips[i]!
      this.first[i] = visit
      for (let k = 0; k < cells.length; k++, visit++) {
        this.trip[visit] = i
        this.cell[visit] = cells[k]!
        this.second[visit] = seconds[k]!
        const others = this.#visits.get(cells[k]!)
        if (others) others.push(visit)
        else this.#visits.set(cells[k]!, [visit])
      }
    }
    this.first[count] = visit
  }

  get visits(): number {
    return this.cell.length
  }

  /** The visits of a cell, of the newest trips first. */
  of(cell: number): readonly number[] {
    return this.#visits.get(cell) ?? none
  }

  /** Whether a visit is the last of its trip. */
  isLast(visit: number): boolean {
    return visit + 1 === this.first[this.trip[visit]! + 1]
  }

  /** Seconds from the begin of a visit to the next, or to the end of the trip. */
  stay(visit: number): number {
    const end = this.isLast(visit) ? this.trips[this.trip[visit]!]!.end : this.second[visit + 1]!
    return end - this.second[visit]!
  }

  /** By the clocks of the organisation, hours since a Thursday at midnight. */
  hour(visit: number): number {
    return Math.floor((this.trips[this.trip[visit]!]!.local + this.second[visit]!) / 3600)
  }
}

const none: readonly number[] = []
/** Some 15 MB. */
const MOST_VISITS = 500_000

/** @property local the begin as clocks of the organisation showed it, in seconds since 1970 as if they were those of UTC */
export type TripWithCourse = { tracker_id: number; local: number; cells: readonly number[]; seconds: readonly number[] }
type LearnedTrip = { tracker_id: number; local: number; end: number }
