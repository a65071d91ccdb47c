import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { noChromium } from './chromium.ts'
import { startPostgres } from './postgres.ts'

const help = `Usage: npm test -- [PATTERN…] [options of vitest]

Runs every test: units, the real server on the embedded database and on PostgreSQL with PostGIS, and the pages in Chromium.
PostgreSQL is started by this command, in a temporary folder, where its packages are installed. Chromium is installed by
apt where that is possible.

  --project unit|embedded|server|browser    only these; may be given several times
  CHROMIUM=…                                the browser to use; otherwise chromium-headless-shell where that is
                                            enough, and chromium
  TEST_DATABASE_URL=…                       a PostgreSQL server to use instead: databases are made and dropped there
  TMPDIR=…                                  where temporary databases and data are; otherwise in memory (/dev/shm)
                                            where 4 GB are free, or the system's folder`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}

ensureChromium()
const scratch = makeScratch()
if (scratch) process.env.TMPDIR = scratch
const postgres = process.env.TEST_DATABASE_URL
  ? null
  : await startPostgres({ fsync: false, settings: { max_connections: 200 } })
if (postgres && 'missing' in postgres) console.log(`${postgres.missing} The tests run on the embedded database only.`)
// By its socket: a statement costs a quarter less than over TCP.
const url = postgres && 'url' in postgres ? `${postgres.url}?host=${postgres.dir}` : process.env.TEST_DATABASE_URL

const root = join(import.meta.dirname, '..')
const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Workers, and the servers that tests start and kill, load the same modules again and again.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    ...(url && { TEST_DATABASE_URL: url }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.on('exit', async (code) => {
  if (postgres && 'remove' in postgres) await postgres.remove()
  if (scratch) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code ?? 1)
})

/**
 * A temporary folder in memory, if there is enough: hundreds of databases of two thousand files each are made and
 * removed, which takes a disk ten times the processor time.
 */
function makeScratch(): string | null {
  const memory = '/dev/shm'
  const NEEDED = 4e9
  if (process.env.TMPDIR || !existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < NEEDED) return null
  const folder = mkdtempSync(join(memory, 'ringfence-tests-'))
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o1777)
  return folder
}

/** Installs Chromium for the browser tests if possible. */
function ensureChromium(): void {
  const missing = noChromium()
  if (!missing) return
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!canInstall) {
    console.log(missing)
    return
  }
  console.log('Installing Chromium (apt-get install chromium) …')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell', 'fonts-dejavu-core'],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  )
}
