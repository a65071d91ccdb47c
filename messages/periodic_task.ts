/** Work that a process repeats while it runs. `scripts/server/background.ts` lists, starts and stops every one. */
export type PeriodicTask = {
  /** For the log. */
  name: string
  interval_ms: number
  /** A run never overlaps the one before it. What it throws is logged; the next run tries again. */
  run(): void | Promise<void>
  /** `warn` if not given; `debug` where a database that is away makes every run fail, and others log that already. */
  failure_level?: 'warn' | 'debug'
}
