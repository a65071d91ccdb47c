import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#api/client.ts'
import type { Job } from './bring.ts'
import type { Device } from './devices.ts'
import { leftOutBecause, pointOf, type TrackPoint } from './position.ts'
import type { HistoryProgress } from './progress.ts'
import type { Track } from './state.ts'

/**
 * Collects the positions of a device to parts, over days with few of them, and sends these. The state follows what was
 * sent: what is only collected is read again by the next run.
 */
export class Sender {
  private points: TrackPoint[] = []
  /** All that is earlier was read, in milliseconds since 1970. */
  private whole_until: number
  private readonly job: Job
  private readonly opened: Opened
  private readonly progress: Pick<HistoryProgress, 'add'>

  constructor(job: Job, opened: Opened, { progress }: { progress: Pick<HistoryProgress, 'add'> }) {
    this.job = job
    this.opened = opened
    this.progress = progress
    this.whole_until = opened.track.until
  }

  /** Begins a span, perhaps again: what was read of it before it broke off is dropped. */
  begin(from: number): void {
    this.points = this.points.filter(({ fix_at }) => Date.parse(fix_at) < from)
  }

  async take(position: unknown): Promise<void> {
    const point = pointOf(position)
    if (typeof point === 'string') this.job.outcome.leaveOut('Positions', null, leftOutBecause[point])
    else this.points.push(point)
    if (this.points.length >= PART) await this.flush()
  }

  /** The span until then was read whole. */
  async pass(until: number): Promise<void> {
    this.whole_until = until
    if (this.points.length === 0) this.remember()
  }

  /** Sends what is collected. */
  async flush(): Promise<void> {
    const { points } = this
    this.points = []
    if (points.length > 0) await this.send(points)
    this.remember()
  }

  private remember(): void {
    this.opened.track.until = this.whole_until
    this.job.state.setTrack(this.opened.key, this.opened.track)
  }

  /** Parts of which a point is refused are sent in halves, until that one is left out. */
  private async send(points: TrackPoint[]): Promise<void> {
    const { outcome } = this.job
    try {
      const { recent, too_old, locked, private: are_private, ...counts } = await this.post(points)
      this.progress.add(counts)
      if (are_private > 0) outcome.leaveOut('Positions', null, 'of a private time of the tracker', are_private)
      if (too_old > 0) outcome.leaveOut('Positions', null, 'before the year 2000', too_old)
      if (recent > 0) outcome.leaveOut('Positions', null, 'of the last 15 minutes or the future', recent)
      if (locked > 0) outcome.leaveOut('Positions', null, 'of a time whose records are locked', locked)
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 400 || error.status === 413))) throw error
      if (points.length === 1) return outcome.leaveOut('Positions', null, error.message)
      const middle = points.length >> 1
      await this.send(points.slice(0, middle))
      await this.send(points.slice(middle))
    }
  }

  private async post(points: TrackPoint[]): Promise<Counts> {
    const { target, traccar, state } = this.job
    const { device, track } = this.opened
    const id = track.trackimport_id
    const whose = id === null ? { name: importName(traccar) } : { trackimport_id: id }
    const body = { tracker_id: device.tracker_id, points, ...whose }
    for (let attempt = 1; ; attempt++) {
      try {
        const { data } = await target.client.act('POST track/import', body as never)
        if (id === null && data.trackimport_id !== null) {
          track.trackimport_id = data.trackimport_id
          state.setTrack(this.opened.key, track, true)
        }
        return data
      } catch (error) {
        // Another program has written to the same tracker at that moment.
        if (!(error instanceof ApiError) || error.status !== 500 || attempt === 3) throw error
        await wait(1000 * attempt)
      }
    }
  }
}

/** What the imports of all trackers are called. */
export const importName = ({ host }: { host: string }): string => `Traccar ${host}`.slice(0, 200)

/** Points of a request. */
const PART = 500

type Counts = { stored: number; known: number; recent: number; too_old: number; locked: number; private: number }
export type Opened = { device: Device; key: string; track: Track }
