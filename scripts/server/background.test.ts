import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { startBackground } from './background.ts'

let logged: { level: number; task: string }[]
const log = pino({ level: 'debug' }, { write: (line) => logged.push(JSON.parse(line)) })

beforeEach(() => {
  logged = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const start = (task: Omit<PeriodicTask, 'name'>) =>
  startBackground({ cluster: [], messages: [], api: [], gateway: [{ name: 'task', ...task }] }, log)

it('runs a task at its interval, the first time after one', async () => {
  let runs = 0
  const background = start({ interval_ms: 100, run: () => void runs++ })
  await vi.advanceTimersByTimeAsync(99)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(201)
  expect(runs).toBe(3)
  await background.stop('gateway')
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(3)
})

it('never overlaps a run with the next, and a stop waits for the run under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  let stopped = false
  const run = () => {
    runs++
    return promise
  }
  const background = start({ interval_ms: 100, run })
  await vi.advanceTimersByTimeAsync(500)
  expect(runs).toBe(1)
  const stopping = background.stop('gateway').then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(stopped).toBe(false)
  resolve()
  await stopping
})

it.each([
  ['throws', () => fail()],
  ['rejects', async () => fail()],
])('logs the name of a task that %s, and runs it again', async (_, run) => {
  const background = start({ interval_ms: 100, run })
  await vi.advanceTimersByTimeAsync(250)
  expect(logged).toMatchObject([
    { level: 40, task: 'task', err: { message: 'away' } },
    { level: 40, task: 'task' },
  ])
  await background.stop('gateway')
})

it('stops the tasks of one layer only', async () => {
  let runs = 0
  const background = start({ interval_ms: 100, run: () => void runs++ })
  await background.stop('api')
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toBe(1)
  await background.stop('gateway')
})

function fail(): never {
  throw new Error('away')
}
