/** A periodic task of a process. `scripts/server/background.ts` lists, starts and stops all of them. */
export type PeriodicTask = {
  /** For the log. */
  name: string
  interval_ms: number
  /** Runs never overlap. Errors are logged, and the next run retries. */
  run(): void | Promise<void>
  /** `warn` if not given; `debug` where a database that is away makes every run fail, and others log that already. */
  failure_level?: 'warn' | 'debug'
}
