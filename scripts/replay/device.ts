import mqtt, { type ErrorWithReasonCode } from 'mqtt'
import { OperatorError } from '../operator.ts'
import type { TimedPoint } from './tracks/times.ts'

/**
 * Replays a track as a device would: reports are published with QoS 1 and counted once when acknowledged, across
 * reconnects. Returns when all are acknowledged, or after the abort signal.
 */
export function playTrack(device: Device, options: PlayOptions): Promise<void> {
  const { points, count } = device
  const { in_flight, batch, signal } = options
  const topic = `trackers/${device.number}/position`
  const due = timetable(points, options)
  const client = connect(device, options)
  let next = 0
  let open = 0
  let began = 0
  let finished = false
  let timer: NodeJS.Timeout | undefined
  const reconnects = new ReconnectLimit(options)

  return new Promise((resolve, reject) => {
    function finish(error?: Error): void {
      finished = true
      clearTimeout(timer)
      signal.removeEventListener('abort', drain)
      client.end(open > 0)
      if (error) reject(error)
      else resolve()
    }
    /** Waits for acknowledgements of publishes in flight. */
    function drain(): void {
      clearTimeout(timer)
      if (open === 0 || !client.connected) finish()
      else timer = setTimeout(finish, DRAIN_TIMEOUT_MS)
    }

    function pump(): void {
      if (signal.aborted) return
      clearTimeout(timer)
      while (open < in_flight && next < points.length && client.connected) {
        const wait_ms = began + due(next) - performance.now()
        if (wait_ms > 0) {
          timer = setTimeout(pump, wait_ms)
          return
        }
        const reports = points.slice(next, next + batch)
        next += reports.length
        count.sent += reports.length
        open++
        send(batch === 1 ? toReport(reports[0]!) : reports.map(toReport), reports.length)
      }
    }

    function send(payload: object, size: number): void {
      const text = JSON.stringify(payload)
      const publish = () =>
        client.publish(topic, text, { qos: 1 }, (error) => {
          // The client drops publishes of a lost connection, so they are published again.
          if (error) return finished ? undefined : void setTimeout(publish, 100)
          reconnects.reset()
          open--
          count.acknowledged += size
          if (open === 0 && (next === points.length || signal.aborted)) finish()
          else pump()
        })
      publish()
    }

    client.on('connect', () => {
      began ||= performance.now()
      pump()
    })
    client.on('error', (error) => {
      const reason = refusals[(error as ErrorWithReasonCode).code]
      if (reason) finish(new OperatorError(`The server refuses ${device.number}: ${reason}.`))
      else reconnects.fail(error)
    })
    client.on('close', () => {
      const reason = reconnects.exhausted()
      if (reason) finish(new NoReportAccepted(reason))
    })
    if (signal.aborted) finish()
    else signal.addEventListener('abort', drain)
  })
}

const connect = ({ number, token }: Device, { mqtt_url }: PlayOptions) =>
  mqtt.connect(mqtt_url, {
    username: number,
    password: token,
    clientId: 'replay',
    reconnectPeriod: 500,
    // The server may refuse connections temporarily under load.
    reconnectOnConnackError: true,
    resubscribe: false,
  })

/** The server accepts no reports at all, so other devices need not try. */
export class NoReportAccepted extends OperatorError {}

const DRAIN_TIMEOUT_MS = 2000

/** MQTT 3.1.1 §3.2.2.3. */
const refusals: Record<number, string> = { 4: 'its token has been replaced', 5: 'it is switched off' }

/** Limits reconnects until the first acknowledgement: a server that worked before may come back. */
class ReconnectLimit {
  #url: string
  #tries: number
  #reason = 'no answer'
  #acknowledged = false
  #losses = 0

  constructor({ mqtt_url, tries = 20 }: PlayOptions) {
    this.#url = mqtt_url
    this.#tries = tries
  }

  reset(): void {
    this.#acknowledged = true
    this.#losses = 0
  }

  fail(error: Error): void {
    this.#reason = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'nothing listens' : error.message
  }

  /** @returns why to stop reconnecting, or null to continue */
  exhausted(): string | null {
    if (this.#acknowledged || ++this.#losses < this.#tries) return null
    return `No report is accepted at ${this.#url}: ${this.#reason}. Is MQTT_PORT, or --mqtt, right?`
  }
}

/** The send time of each report, in milliseconds from the first: immediately, or at a multiple of real time. */
function timetable(points: TimedPoint[], { speed, longest_pause_s }: PlayOptions): (i: number) => number {
  if (speed === null) return () => 0
  const times = new Float64Array(points.length)
  for (let i = 1; i < points.length; i++) {
    const pause = (points[i]!.ts - points[i - 1]!.ts) / speed
    times[i] = times[i - 1]! + Math.min(pause, longest_pause_s * 1000)
  }
  return (i) => times[i]!
}

function toReport({ lat, lon, ts, speed, heading, altitude }: TimedPoint): object {
  return {
    lat,
    lon,
    ts: ts / 1000,
    ...(speed !== null && { speed }),
    ...(heading !== null && { heading }),
    ...(altitude !== null && { altitude }),
  }
}

export type Device = {
  number: string
  token: string
  /** Ordered by time. */
  points: TimedPoint[]
  count: { sent: number; acknowledged: number }
}

export type PlayOptions = {
  mqtt_url: string
  /** Publishes in flight, at most. */
  in_flight: number
  /** Reports in a publish. */
  batch: number
  /** Multiple of real time; null is as fast as the server acknowledges. */
  speed: number | null
  longest_pause_s: number
  signal: AbortSignal
  /** Failed connections in a row, before the first acknowledgement, after which it stops. */
  tries?: number
}
