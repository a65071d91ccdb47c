import type { Job } from './bring.ts'
import type { Device } from './devices.ts'
import type { HistoryProgress } from './progress.ts'
import { Passing } from './retried.ts'
import { importName, type Opened, Sender } from './sender.ts'
import { Refused } from './source.ts'
import type { Track } from './state.ts'
import { readAll } from './target.ts'

/**
 * Brings the positions of devices along, two devices at a time, each from its first day to its last. A span that is
 * here whole is noted in the state; what is sent again, since the command was killed within one, is passed over.
 */
export async function bringHistory(job: Job, devices: Device[], span: Span): Promise<void> {
  const tracks = await openTracks(job, devices, span)
  const queue = tracks.values()
  const { progress } = span
  progress.begin(tracks.reduce((sum, { track }) => sum + Math.max(0, span.until - track.until), 0))
  const failed = new AbortController()
  const signal = AbortSignal.any([span.signal, failed.signal])
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const each of queue) await bringTrack(job, each, { ...span, signal })
  })
  // The other stops, too, before the command ends, so that the state has what it wrote.
  for (const worker of workers) worker.catch(() => failed.abort())
  const ended = await Promise.allSettled(workers)
  job.state.save()
  progress.stop()
  for (const result of ended) if (result.status === 'rejected') throw result.reason
}

/**
 * Where each continues. One whose import was undone here begins again; points that a killed run has stored before it
 * could note their import are undone with the rest.
 */
async function openTracks(
  { state, target, traccar }: Job,
  devices: Device[],
  { from, again }: Span,
): Promise<Opened[]> {
  const imports = await readAll(target, 'trackimport')
  const stored = new Set(imports.map(({ id }) => id))
  const latest = new Map(
    imports.filter(({ name }) => name === importName(traccar)).map(({ tracker_id, id }) => [tracker_id, id]),
  )
  return devices.map((device) => {
    const { tracker_id } = device
    const begun: Track = { from, until: from, trackimport_id: latest.get(tracker_id) ?? null }
    const before = state.track(String(tracker_id)) ?? begun
    const track = before.trackimport_id === null || stored.has(before.trackimport_id) ? before : begun
    const is_whole = again || from < track.from
    return {
      device,
      key: String(tracker_id),
      track: {
        from: Math.min(from, track.from),
        until: is_whole ? from : track.until,
        trackimport_id: track.trackimport_id ?? begun.trackimport_id,
      },
    }
  })
}

async function bringTrack(job: Job, opened: Opened, span: Span): Promise<void> {
  const sender = new Sender(job, opened, span)
  const { name } = opened.device
  let step = DAY
  for (let from = opened.track.until; from < span.until && !span.signal.aborted; ) {
    const to = Math.min(from + step, span.until)
    const read = () => readSpan(job, sender, { device: opened.device, from, to, signal: span.signal })
    try {
      const count = await (step > DAY ? read() : job.traccar.retried(`positions of ${name}`, read))
      if (span.signal.aborted) return
      await sender.pass(to)
      span.progress.pass(to - from)
      from = to
      step = count > 0 ? DAY : Math.min(step * 2, LONGEST)
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Passing)) throw error
      // Some servers refuse long spans, or take too long for them.
      if (step > DAY) step = DAY
      else {
        await sender.flush()
        job.outcome.leaveOut('Positions of devices', name, `Traccar refuses them: ${error.message}`)
        span.progress.pass(span.until - from)
        return
      }
    }
  }
  if (!span.signal.aborted) await sender.flush()
}

/**
 * Reads what Traccar has from a time until before another, while it arrives. An answer may be cut at a limit of that
 * server: where it was long, it is asked for what is later than the last one.
 *
 * @returns positions that were read
 */
async function readSpan({ traccar }: Job, sender: Sender, { device, from, to, signal }: Part): Promise<number> {
  sender.begin(from)
  let read = 0
  for (let start = from; start < to; ) {
    let [count, last] = [0, start]
    const query = { deviceId: device.traccar_id, from: textOf(start), to: textOf(to - 1) }
    for await (const position of traccar.positions(query)) {
      if (signal.aborted) return read
      count++
      last = Math.max(last, Date.parse(String(position.fixTime)) || 0)
      await sender.take(position)
    }
    read += count
    if (count < LONG_ANSWER || last <= start) return read
    start = last + 1
  }
  return read
}

const textOf = (at: number) => new Date(at).toISOString()

const DAY = 86_400_000
/** Of spans without positions, which are doubled. */
const LONGEST = 32 * DAY
/** From here on an answer may have been cut. */
const LONG_ANSWER = 1000
const AT_ONCE = 2

type Part = { device: Device; from: number; to: number; signal: AbortSignal }
/** Milliseconds since 1970. */
export type Span = {
  from: number
  until: number
  /** Reads also what is here already. */
  again: boolean
  signal: AbortSignal
  progress: HistoryProgress
}
