import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Finding, Job, Progress } from './run.ts'
import { targets } from './targets.ts'

const help = `Usage: npm run fuzz -- [options] [target …]

Feeds mutated real messages to every framer and decoder, and finds crashes, hangs, heap growth and impossible reports.

Targets (all, if none is named):
  ${targets.map(({ name }) => name).join(', ')}

  --inputs N   how many (1000000)
  --seed N     the same seed gives the same inputs (1)
  --from N     begins at this input, to see one again (0)
  --help       this text`

/** Milliseconds after which an input counts as hanging; all take microseconds. */
const HANG_MS = 10_000

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      inputs: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const unknown = positionals.find((name) => !targets.some((target) => target.name === name))
  if (unknown) throw new RangeError(`There is no target ${unknown}. The targets are in --help.`)
  const job = {
    names: positionals.length > 0 ? positionals : targets.map(({ name }) => name),
    inputs: toCount('inputs', values.inputs),
    seed: toCount('seed', values.seed),
    from: toCount('from', values.from),
  }
  if (values.help) console.log(help)
  else process.exitCode = await main(job)
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException
  console.error(error instanceof RangeError || code?.startsWith('ERR_PARSE_ARGS') ? message : stack)
  process.exitCode = 1
}

function toCount(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name}: ${text} is not a whole number.`)
  return value
}

/** Inputs run on a worker thread, so that a hanging input can be detected and named. */
async function main(job: Omit<Job, 'counter'>): Promise<number> {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./run.ts', import.meta.url), { workerData: { ...job, counter } satisfies Job })
  const findings: Finding[] = []
  let seen = -1
  let seen_at = performance.now()
  const began = performance.now()
  const watch = setInterval(() => {
    const now = Atomics.load(counter, 0)
    if (now !== seen) seen_at = performance.now()
    seen = now
    if (performance.now() - seen_at > HANG_MS) {
      findings.push({ index: job.from + now, target: '', reason: 'hangs', input: '' })
      worker.terminate()
    }
  }, 1000)

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Progress | Finding) => {
      if ('reason' in message) {
        findings.push(message)
        console.log(explain(message, job.seed))
      } else console.error(describe(message, job.inputs, (performance.now() - began) / 1000))
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
  clearInterval(watch)
  for (const finding of findings.filter(({ reason }) => reason === 'hangs')) console.log(explain(finding, job.seed))
  console.log(
    findings.length > 0
      ? `${findings.length} findings.`
      : `Nothing found in ${job.inputs.toLocaleString('en')} inputs.`,
  )
  return findings.length > 0 ? 1 : 0
}

function describe({ done, taken, reports, heap_mb }: Progress, inputs: number, seconds: number): string {
  const share = ((100 * done) / Math.max(1, inputs)).toFixed(0).padStart(3)
  return `${share} %  ${done} inputs, ${Math.round(done / seconds)} a second; ${taken} frames understood, ${reports} reports; heap ${heap_mb} MB`
}

function explain({ index, target, reason, input }: Finding, seed: number): string {
  const again = `npm run fuzz -- --seed ${seed} --from ${index} --inputs 1`
  return `${target || 'an input'}: ${reason}\n  ${input.length > 400 ? `${input.slice(0, 400)} …` : input}\n  again: ${again}`
}
