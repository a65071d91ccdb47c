import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from './check.ts'
import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import { type Target, targets } from './targets.ts'

// The worker thread. Each input is derived from the seed and its own index, so that it can be reproduced alone.
const { names, inputs, seed, from, counter } = workerData as Job
const selected = targets.filter(({ name }) => names.includes(name))
const everything = targets.flatMap(({ seeds }) => seeds)
const STEPS = 10
/** Allowed heap growth between the first tenth and the last, in bytes. */
const MOST_GROWTH = 64 * 1024 * 1024

// Collects garbage before measuring, so that only real growth counts.
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let taken = 0
let reports = 0
let first_heap = 0
for (let i = 0; i < inputs; i++) {
  Atomics.store(counter, 0, i)
  feed(from + i)
  if ((i + 1) % Math.ceil(inputs / STEPS) === 0) reportProgress(i + 1)
}

function feed(index: number): void {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ index)
  const target = random.pick(selected)
  const lender = random.below(10) === 0 ? everything : target.seeds
  const input = mutate(random.pick(target.seeds), lender, random)
  const options = { forgive: random.below(2) === 0, pieces: random.below(3) === 0 ? 1 + random.below(20) : 1 }
  const reason = tryOut(target, input, options)
  if (reason) parentPort!.postMessage({ index, target: target.name, reason, input: show(input) } satisfies Finding)
}

function tryOut(target: Target, input: Buffer, options: Parameters<Target['run']>[1]): string | null {
  try {
    const result = target.run(input, options)
    taken += result.taken
    reports += result.reports.length
    for (const report of result.reports) {
      const fault = faultOf(report)
      if (fault) return fault
    }
    return null
  } catch (error) {
    return (error as Error).stack?.split('\n').slice(0, 3).join(' ') ?? String(error)
  }
}

function reportProgress(done: number): void {
  collect()
  const { heapUsed } = process.memoryUsage()
  first_heap ||= heapUsed
  parentPort!.postMessage({ done, taken, reports, heap_mb: Math.round(heapUsed / 2 ** 20) } satisfies Progress)
  if (heapUsed - first_heap > MOST_GROWTH) {
    const reason = `the heap grew from ${first_heap} to ${heapUsed} bytes`
    parentPort!.postMessage({ index: from + done, target: '', reason, input: '' } satisfies Finding)
  }
}

/** Printable text as JSON, other bytes in hexadecimal. */
function show(input: Buffer): string {
  const text = input.toString('latin1')
  return /^[\x20-\x7e\r\n]*$/.test(text) ? JSON.stringify(text) : input.toString('hex')
}

export type Job = {
  names: string[]
  inputs: number
  seed: number
  /** The index of the first input. */
  from: number
  /** Shared: the index of the current input. */
  counter: Int32Array
}
export type Finding = { index: number; target: string; reason: string; input: string }
export type Progress = { done: number; taken: number; reports: number; heap_mb: number }
