import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const help = `Usage: npm run club-year -- [options]

Lives through a year of a club, day by day, on the embedded database and a stand-in for Stripe, with a clock that it
moves: people join, with a code or without, pay, in instalments or at once, do not, lapse, come back, change, pause,
share and leave, banks take payments back, and prices rise. After each month the ledger, documents, memberships, aged debtors, GST returns,
statements and credit of the server are compared with a book that the script keeps by itself. Each month prints a
line; the last one is "Every cent is explained.", else the process ends with 1. 60 people for 92 days take two minutes
of a processor.

  --members N   who join (300)
  --days N      how long it lasts (400)
  --seed N      another story (1)
  --from DAY    the first day, which must be after today (2027-03-01)
  --help        this text`

const options = {
  members: { type: 'string', default: '300' },
  days: { type: 'string', default: '400' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '2027-03-01' },
  help: { type: 'boolean', short: 'h' },
} as const

try {
  const { values } = parseArgs({ options, allowPositionals: true })
  if (values.help) console.log(help)
  else if (!process.execArgv.some((option) => option.endsWith('clock.ts'))) again()
  else await main(values)
} catch (error) {
  console.error((error as Error).stack)
  process.exit(1)
}

/** In a process whose clock is moved, also in its threads. */
function again(): void {
  const clock = join(import.meta.dirname, 'clock.ts')
  const { status } = spawnSync(process.execPath, ['--import', clock, import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

async function main(values: Record<'members' | 'days' | 'seed' | 'from', string>): Promise<void> {
  // Not before the clock is there.
  const [{ Club }, { Year }, { moveTo }, { moment }] = await Promise.all([
    import('./club.ts'),
    import('./year.ts'),
    import('./clock.ts'),
    import('./days.ts'),
  ])
  const story = {
    begins: values.from,
    members: toNumber('members', values.members, 1, 5000),
    days: toNumber('days', values.days, 1, 3000),
    seed: toNumber('seed', values.seed, 0, 2 ** 31),
  }
  const folder = mkdtempSync(join(tmpdir(), 'ringfence-club-year-'))
  const print = (text: string) => console.log(text)
  try {
    moveTo(moment(values.from, -13))
    const club = await Club.start({ DATA_DIR: folder })
    const year = new Year(club, story, print)
    await year.live()
    const counts = Object.entries(year.counts).map(([what, count]) => `${count} ${what}`)
    print(`${counts.join(', ')}.`)
    print(year.differences.length === 0 ? 'Every cent is explained.' : `${year.differences.length} differences.`)
    await club.stop()
    process.exitCode = year.differences.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toNumber(name: string, value: unknown, least: number, most: number): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`)
}
