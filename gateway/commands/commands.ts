import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Database } from '#db/tables/index.ts'
import { storableText } from '#db/text.ts'
import type { ClaimedCommand, TrackerKey } from '../links/command.ts'
import type { Connected } from '../links/connected.ts'
import * as store from './store.ts'

/**
 * Sends queued commands and changed settings to devices, and stores their answers.
 *
 * One worker runs at a time, so a tracker's commands leave in order and a thousand reconnecting devices are one
 * statement. A command is claimed in the database before it is sent, so it is sent by one gateway and at most once; if
 * lost on the way, it stays `sent`.
 */
export class Commands {
  #options: CommandsOptions
  #waiting = new Map<number, TrackerKey>()
  #reached = new Map<number, TrackerKey>()
  #unsent: store.UnsentCommand[] = []
  #answers: Answer[] = []
  #working: Promise<void> | null = null
  #state: 'open' | 'frozen' | 'stopped' = 'open'
  readonly task: PeriodicTask = {
    name: 'commands',
    interval_ms: POLL_INTERVAL_MS,
    run: () => this.#poll(),
    failure_level: 'debug',
  }

  constructor(options: CommandsOptions) {
    this.#options = options
  }

  /** Call when a command was queued, settings changed, or the tracker has connected. */
  notify(tracker: TrackerKey): void {
    const { connected } = this.#options
    if (!connected.of(tracker.tracker_id).some((link) => link.takes_commands || link.configure)) return
    this.#waiting.set(tracker.tracker_id, tracker)
    this.#work()
  }

  /** A device received its settings by other means than a command. */
  settingsSent(tracker: TrackerKey): void {
    this.#reached.set(tracker.tracker_id, tracker)
    this.#work()
  }

  /** Queues a device's answer to a command. @returns whether it was stored; false to retry */
  answered(tracker: TrackerKey, text: string, id: number | null = null): Promise<boolean> {
    if (this.#answers.length >= MAX_ANSWERS) return Promise.resolve(false)
    const stored_text = storableText(text, MAX_ANSWER)
    return new Promise((done) => {
      this.#answers.push({ tracker, id, text: stored_text, done })
      this.#work()
    })
  }

  /**
   * Claims the queued commands of a tracker that receives them in the answer to its request.
   *
   * @param encode returns the message for a command, null when none is needed, or the reason why it cannot be encoded
   */
  async collect(tracker: TrackerKey, encode: (command: ClaimedCommand) => object | string | null): Promise<object[]> {
    if (this.#state !== 'open') return []
    const all: object[] = []
    try {
      for (const command of await store.claimCommands(this.#options.db, [tracker])) {
        const encoded = encode(command)
        if (typeof encoded === 'string') this.#unsent.push({ command, reason: encoded })
        else if (encoded) all.push(encoded)
      }
    } catch (error) {
      this.#options.log.debug({ err: error }, 'commands not processed; retrying')
    }
    if (this.#unsent.length > 0) this.#work()
    return all
  }

  /** A command was not taken where it was sent to. */
  returned(command: ClaimedCommand, reason: string): void {
    this.#unsent.push({ command, reason })
    this.#work()
  }

  /** Sends no more commands; answers are still stored. */
  freeze(): void {
    this.#state = 'frozen'
  }

  /** Stops after the running round; answers not yet stored are refused. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    await this.#working
    for (const { done } of this.#answers.splice(0)) done(false)
  }

  async #poll(): Promise<void> {
    if (this.#state !== 'open') return
    const { db, polls } = this.#options
    await store.expireCommands(db)
    for (const tracker of await store.findDue(db)) this.notify(tracker)
    if (polls) for (const tracker of await store.findChanged(db)) this.notify(tracker)
  }

  #work(): void {
    this.#working ??= this.#run().finally(() => {
      this.#working = null
    })
  }

  async #run(): Promise<void> {
    for (let pause_ms = 50; this.#has_work; ) {
      try {
        await this.#runOnce()
        pause_ms = 50
      } catch (error) {
        this.#options.log.debug({ err: error }, 'commands not processed; retrying')
        if (this.#state === 'stopped') return
        await wait(pause_ms)
        pause_ms = Math.min(1_000, 2 * pause_ms)
      }
    }
  }

  get #has_work(): boolean {
    const can_send = this.#state === 'open' && this.#waiting.size > 0
    return can_send || this.#reached.size > 0 || this.#unsent.length > 0 || this.#answers.length > 0
  }

  /** Failed work stays queued and is retried. */
  async #runOnce(): Promise<void> {
    const { db } = this.#options
    if (this.#unsent.length > 0) {
      await store.returnUnsent(db, this.#unsent)
      this.#unsent = []
    }
    for (let answer = this.#answers[0]; answer; answer = this.#answers[0]) {
      await store.storeAnswer(db, answer)
      this.#answers.shift()
      answer.done(true)
    }
    await this.#take(this.#reached, (trackers) => store.markSentWithSettings(db, trackers))
    if (this.#state === 'open') await this.#take(this.#waiting, (trackers) => this.#send(trackers))
  }

  async #take(from: Map<number, TrackerKey>, work: (trackers: TrackerKey[]) => Promise<void>) {
    const trackers = [...from.values()].slice(0, BATCH_SIZE)
    if (trackers.length === 0) return
    // Trackers added during this round are handled in the next round.
    for (const { tracker_id } of trackers) from.delete(tracker_id)
    try {
      await work(trackers)
    } catch (error) {
      for (const tracker of trackers) from.set(tracker.tracker_id, tracker)
      throw error
    }
  }

  async #send(trackers: TrackerKey[]): Promise<void> {
    const { db, connected } = this.#options
    const linksOf = ({ tracker_id }: TrackerKey) => connected.of(tracker_id)
    const configured = trackers.filter((tracker) => linksOf(tracker).some((link) => link.configure))
    if (configured.length > 0) {
      for (const settings of await store.readSettings(db, configured)) {
        const sent = linksOf(settings).map((link) => link.configure?.(settings))
        if (sent.includes(true)) this.#reached.set(settings.tracker_id, settings)
      }
    }
    const commanded = trackers.filter((tracker) => linksOf(tracker).some((link) => link.takes_commands))
    if (commanded.length === 0) return
    const claimed = await store.claimCommands(db, commanded)
    for (const command of claimed) this.#deliver(command)
    if (claimed.length === store.MAX_CLAIMED) {
      for (const tracker of commanded) this.#waiting.set(tracker.tracker_id, tracker)
    }
  }

  #deliver(command: ClaimedCommand): void {
    const link = this.#options.connected.forCommands(command.tracker_id)
    const reason = link?.send ? link.send(command) : null
    if (!link || reason !== null) this.#unsent.push({ command, reason })
  }
}

const POLL_INTERVAL_MS = 1_000
/** Trackers in one statement. */
const BATCH_SIZE = 500
const MAX_ANSWERS = 10_000
/** Maximum length of a stored answer in characters. */
const MAX_ANSWER = 10_000

type Answer = store.DeviceAnswer & { done(written: boolean): void }

export type CommandsOptions = {
  db: Kysely<Database>
  log: Logger
  connected: Connected
  /** Whether to poll for commands and settings changed by other processes. */
  polls: boolean
}
