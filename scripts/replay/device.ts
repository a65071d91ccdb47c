import mqtt, { type ErrorWithReasonCode } from 'mqtt'
import { OperatorError } from '../operator.ts'
import type { TimedPoint } from './tracks/times.ts'

/**
 * Plays a track as a device would: each report is sent by QoS 1 and counts when it is acknowledged, once, however often
 * the connection is lost meanwhile. Returns when all of it is acknowledged, or when the signal comes.
 */
export function playTrack(device: Device, options: PlayOptions): Promise<void> {
  const { points, count } = device
  const { in_flight, batch, signal } = options
  const topic = `trackers/${device.number}/position`
  const due = timetable(points, options)
  const client = mqtt.connect(options.mqtt_url, {
    username: device.number,
    password: device.token,
    clientId: 'replay',
    reconnectPeriod: 500,
    // The server may refuse for a while, when it has enough to do.
    reconnectOnConnackError: true,
    resubscribe: false,
  })
  let next = 0
  let open = 0
  let began = 0
  let finished = false
  let timer: NodeJS.Timeout | undefined
  const patience = new Patience(options)

  return new Promise((resolve, reject) => {
    function finish(error?: Error): void {
      finished = true
      clearTimeout(timer)
      signal.removeEventListener('abort', windUp)
      client.end(open > 0)
      if (error) reject(error)
      else resolve()
    }
    /** What is under way may still be acknowledged. */
    function windUp(): void {
      clearTimeout(timer)
      if (open === 0 || !client.connected) finish()
      else timer = setTimeout(finish, WIND_UP_MS)
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
          // The client gives up what a connection took with it before it was stored; it is to be sent all the same.
          if (error) return finished ? undefined : void setTimeout(publish, 100)
          patience.renew()
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
      else patience.lose(error)
    })
    client.on('close', () => {
      const reason = patience.end()
      if (reason) finish(new NothingTaken(reason))
    })
    if (signal.aborted) finish()
    else signal.addEventListener('abort', windUp)
  })
}

/** It is not this device alone: no other will fare better. */
export class NothingTaken extends OperatorError {}

const WIND_UP_MS = 2000

/** MQTT 3.1.1 §3.2.2.3. */
const refusals: Record<number, string> = { 4: 'its token has been replaced', 5: 'it is switched off' }

/** A server that was there may come back, so it is waited for; one that never was, or that throws us out, is not. */
class Patience {
  #url: string
  #tries: number
  #reason = 'no answer'
  #acknowledged = false
  #losses = 0

  constructor({ mqtt_url, tries = 20 }: PlayOptions) {
    this.#url = mqtt_url
    this.#tries = tries
  }

  renew(): void {
    this.#acknowledged = true
    this.#losses = 0
  }

  lose(error: Error): void {
    this.#reason = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'nobody listens' : error.message
  }

  /** @returns why there is no point in another try, where there is none */
  end(): string | null {
    if (this.#acknowledged || ++this.#losses < this.#tries) return null
    return `No report is taken at ${this.#url}: ${this.#reason}. Is MQTT_PORT, or --mqtt, right?`
  }
}

/** When each report is due, in milliseconds from the first: at once, or as it was, so many times as fast. */
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
  /** In the order of their times. */
  points: TimedPoint[]
  count: { sent: number; acknowledged: number }
}

export type PlayOptions = {
  mqtt_url: string
  /** Publishes that wait for their acknowledgement, at most. */
  in_flight: number
  /** Reports in a publish. */
  batch: number
  /** Times real time; null is as fast as the server acknowledges. */
  speed: number | null
  longest_pause_s: number
  signal: AbortSignal
  /** Lost connections in a row, before the first acknowledgement, after which it gives up. */
  tries?: number
}
