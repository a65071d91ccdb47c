import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import { storableText } from '#db/text.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import type { Connected } from '../transports/shared/connected.ts'
import * as store from './store.ts'

/**
 * Says to devices what waits for them, commands and settings, and writes down what they answer.
 *
 * One worker does all of it, in turns: so a tracker's commands leave in order, and a thousand devices that come back at
 * once are one statement. A command is claimed in the database before it is said, so no two gateways say it; what is
 * lost on the way then stays `sent`, and is not said twice.
 */
export class Commands {
  #options: CommandsOptions
  #waiting = new Map<number, store.TrackerKey>()
  #reached = new Map<number, store.TrackerKey>()
  #unsaid: store.Unsaid[] = []
  #answers: Answer[] = []
  #working: Promise<void> | null = null
  #state: 'open' | 'frozen' | 'stopped' = 'open'
  readonly task: PeriodicTask = {
    name: 'commands',
    interval_ms: LOOK_EVERY_MS,
    run: () => this.#look(),
    failure_level: 'debug',
  }

  constructor(options: CommandsOptions) {
    this.#options = options
  }

  /** Something may wait for a tracker: it was queued or changed, or the tracker has just connected. */
  wake(tracker: store.TrackerKey): void {
    const { connected } = this.#options
    if (!connected.of(tracker.tracker_id).some((link) => link.takes_commands || link.configure)) return
    this.#waiting.set(tracker.tracker_id, tracker)
    this.#work()
  }

  /** A device was told its settings in another way than by a command. */
  settingsReached(tracker: store.TrackerKey): void {
    this.#reached.set(tracker.tracker_id, tracker)
    this.#work()
  }

  /** Takes what a device says to a command. @returns whether it is written down; false where it must come again */
  answered(tracker: store.TrackerKey, text: string, id: number | null = null): Promise<boolean> {
    if (this.#answers.length >= MOST_ANSWERS) return Promise.resolve(false)
    const said = storableText(text, MAX_ANSWER)
    return new Promise((done) => {
      this.#answers.push({ tracker, id, text: said, done })
      this.#work()
    })
  }

  /**
   * Takes what waits for a tracker that hears only the answer to its own request.
   *
   * @param encode gives the words for a command, null where none are needed, or as a text why there are none
   */
  async collect(
    tracker: store.TrackerKey,
    encode: (command: store.ClaimedCommand) => object | string | null,
  ): Promise<object[]> {
    if (this.#state !== 'open') return []
    const all: object[] = []
    try {
      for (const command of await store.claimCommands(this.#options.db, [tracker])) {
        const said = encode(command)
        if (typeof said === 'string') this.#unsaid.push({ command, reason: said })
        else if (said) all.push(said)
      }
    } catch (error) {
      this.#options.log.debug({ err: error }, 'commands wait for the database')
    }
    if (this.#unsaid.length > 0) this.#work()
    return all
  }

  /** Says nothing more; answers are still taken. */
  freeze(): void {
    this.#state = 'frozen'
  }

  /** Writes what it can of the last answers. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    await this.#working
    for (const { done } of this.#answers.splice(0)) done(false)
  }

  async #look(): Promise<void> {
    if (this.#state !== 'open') return
    const { db, looks } = this.#options
    await store.expireCommands(db)
    if (looks) for (const tracker of await store.findChanged(db)) this.wake(tracker)
  }

  #work(): void {
    this.#working ??= this.#run().finally(() => {
      this.#working = null
    })
  }

  async #run(): Promise<void> {
    for (let pause_ms = 50; this.#has_work; ) {
      try {
        await this.#turn()
        pause_ms = 50
      } catch (error) {
        this.#options.log.debug({ err: error }, 'commands wait for the database')
        if (this.#state === 'stopped') return
        await wait(pause_ms)
        pause_ms = Math.min(1_000, 2 * pause_ms)
      }
    }
  }

  get #has_work(): boolean {
    const says = this.#state === 'open' && this.#waiting.size > 0
    return says || this.#reached.size > 0 || this.#unsaid.length > 0 || this.#answers.length > 0
  }

  /** What has failed is left where it was, and comes again. */
  async #turn(): Promise<void> {
    const { db } = this.#options
    if (this.#unsaid.length > 0) {
      await store.takeBack(db, this.#unsaid)
      this.#unsaid = []
    }
    for (let answer = this.#answers[0]; answer; answer = this.#answers[0]) {
      await store.storeAnswer(db, answer)
      this.#answers.shift()
      answer.done(true)
    }
    await this.#take(this.#reached, (trackers) => store.storeReached(db, trackers))
    if (this.#state === 'open') await this.#take(this.#waiting, (trackers) => this.#say(trackers))
  }

  async #take(from: Map<number, store.TrackerKey>, work: (trackers: store.TrackerKey[]) => Promise<void>) {
    const trackers = [...from.values()].slice(0, AT_ONCE)
    if (trackers.length === 0) return
    // Whoever is named again meanwhile has another turn.
    for (const { tracker_id } of trackers) from.delete(tracker_id)
    try {
      await work(trackers)
    } catch (error) {
      for (const tracker of trackers) from.set(tracker.tracker_id, tracker)
      throw error
    }
  }

  async #say(trackers: store.TrackerKey[]): Promise<void> {
    const { db, connected } = this.#options
    const linksOf = ({ tracker_id }: store.TrackerKey) => connected.of(tracker_id)
    const configured = trackers.filter((tracker) => linksOf(tracker).some((link) => link.configure))
    if (configured.length > 0) {
      for (const settings of await store.readSettings(db, configured)) {
        const told = linksOf(settings).map((link) => link.configure?.(settings))
        if (told.includes(true)) this.#reached.set(settings.tracker_id, settings)
      }
    }
    const commanded = trackers.filter((tracker) => linksOf(tracker).some((link) => link.takes_commands))
    if (commanded.length === 0) return
    const claimed = await store.claimCommands(db, commanded)
    for (const command of claimed) this.#give(command)
    if (claimed.length === store.MOST_CLAIMED) {
      for (const tracker of commanded) this.#waiting.set(tracker.tracker_id, tracker)
    }
  }

  /** The connection that spoke last is the one that is alive. */
  #give(command: store.ClaimedCommand): void {
    const links = this.#options.connected.of(command.tracker_id).filter((one) => one.takes_commands)
    const link = links.toSorted((a, b) => a.heard_at - b.heard_at).at(-1)
    const reason = link?.give ? link.give(command) : null
    if (!link || reason !== null) this.#unsaid.push({ command, reason })
  }
}

const LOOK_EVERY_MS = 1_000
/** Trackers in one statement. */
const AT_ONCE = 500
const MOST_ANSWERS = 10_000
/** Characters of an answer that are kept. */
const MAX_ANSWER = 10_000

type Answer = store.DeviceAnswer & { done(written: boolean): void }

export type CommandsOptions = {
  db: Kysely<Database>
  log: Logger
  connected: Connected
  /** Whether other processes may queue commands and change settings without saying so. */
  looks: boolean
}
