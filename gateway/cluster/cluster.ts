import { createAdapter } from '@socket.io/redis-adapter'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { openCommands, openSubscriber } from './connection.ts'
import { ClusterEmitter } from './emitter.ts'
import { Sessions } from './sessions.ts'

/**
 * Connects this process with others through Redis: rooms of the live map, MQTT sessions and messages. Without Redis,
 * also at the start, devices continue, messages of the outage do not reach other processes, and `onReturn` callbacks
 * run when it is back.
 */
export class Cluster {
  readonly adapter: unknown
  readonly mqtt: { mq: object; persistence: object }
  /** Whether other processes are reachable. */
  connected = false
  #commands: Redis
  #subscriber: Redis
  #log: Logger
  #sessions: Sessions
  #on_return: OnReturn[] = []
  #away_since = performance.now()
  #was_up = false
  #last_error = 'no answer'
  readonly task: PeriodicTask = { name: 'pulse through Redis', interval_ms: PULSE_MS, run: () => this.#beat() }
  #last_message_at = performance.now()

  /** @throws when Redis answers and refuses the sign-in */
  static async join(redis_url: string, log: Logger): Promise<Cluster> {
    const cluster = new Cluster(redis_url, log)
    const refused = await cluster.#begin()
    if (refused === null) return cluster
    cluster.close()
    throw new Error(`REDIS_URL: Redis at ${new URL(redis_url).host} refuses the sign-in: ${refused}.`)
  }

  private constructor(redis_url: string, log: Logger) {
    this.#log = log
    this.#commands = openCommands(redis_url)
    this.#subscriber = openSubscriber(redis_url)
    this.adapter = createAdapter(this.#commands, this.#subscriber)
    const emitter = new ClusterEmitter((text) => void this.#commands.publish(MQTT_CHANNEL, text))
    this.#sessions = new Sessions(this.#commands)
    this.mqtt = { mq: emitter.mq, persistence: this.#sessions }
    this.#subscriber.on('message', (channel: string, text: string) => {
      this.#last_message_at = performance.now()
      if (channel === MQTT_CHANNEL) emitter.receive(text, (packet) => void this.#sessions.storeRetained(packet))
    })
    this.#subscriber.subscribe(MQTT_CHANNEL, PULSE_CHANNEL)
  }

  /** Registers a callback for when Redis becomes available, first or again. */
  onReturn(callback: OnReturn): void {
    this.#on_return.push(callback)
  }

  close(): void {
    this.#commands.disconnect()
    this.#subscriber.disconnect()
  }

  /** Waits briefly for Redis. @returns why it refuses the sign-in, or null */
  async #begin(): Promise<string | null> {
    const refused = await new Promise<string | null>((resolve) => {
      const late = setTimeout(resolve, START_TIMEOUT_MS, null)
      const settle = (reason: string | null) => {
        clearTimeout(late)
        resolve(reason)
      }
      for (const connection of [this.#commands, this.#subscriber]) {
        connection.on('error', (error: Error) => {
          this.#last_error = error.message
          settle(SIGN_IN_REFUSED.test(error.message) ? error.message : null)
        })
        for (const event of ['ready', 'close']) connection.on(event, () => this.#updateStatus())
      }
      this.onReturn(() => settle(null))
    })
    if (refused !== null) return refused
    if (!this.connected) this.#away()
    return null
  }

  #updateStatus(): void {
    const up = this.#commands.status === 'ready' && this.#subscriber.status === 'ready'
    if (up === this.connected) return
    this.connected = up
    if (up) this.#returned()
    else this.#away()
  }

  #returned(): void {
    if (this.#was_up) this.#log.warn('Redis is back: connected with other processes again')
    this.#was_up = true
    this.#last_message_at = performance.now()
    this.#sessions.flush()
    const away_s = (performance.now() - this.#away_since) / 1000
    for (const callback of this.#on_return) {
      Promise.resolve(callback(away_s)).catch((error) =>
        this.#log.warn({ err: error }, 'a callback after the return of Redis failed'),
      )
    }
  }

  #away(): void {
    this.#was_up = true
    this.#away_since = performance.now()
    this.#log.warn(
      { reason: this.#last_error },
      'Redis (REDIS_URL) is away: devices continue, the live map misses what other processes store; reconnecting',
    )
  }

  /** A subscriber cannot tell silence from a dead server, so it must receive this process's own heartbeat. */
  #beat(): void {
    this.#commands.publish(PULSE_CHANNEL, '')
    if (this.#subscriber.status !== 'ready' || !this.connected) return
    if (performance.now() - this.#last_message_at > 4 * PULSE_MS) this.#subscriber.disconnect(true)
  }
}

/** Receives the length of the outage in seconds. */
type OnReturn = (away_s: number) => unknown

const MQTT_CHANNEL = 'ringfence:mqtt'
const PULSE_CHANNEL = 'ringfence:pulse'
const PULSE_MS = 3_000
const START_TIMEOUT_MS = 3_000
const SIGN_IN_REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|ERR (AUTH|invalid password|Client sent AUTH))/
