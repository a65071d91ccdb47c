import { beforeAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the worker during the file, in seconds; without Chromium, PostgreSQL and other processes. */
    processor_s?: number
  }
}

// Of each test file: what `cost_reporter.ts` adds up.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that a hook uses from its pattern
beforeAll(({}, { meta }) => {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    meta.processor_s = (user + system) / 1e6
  }
})
