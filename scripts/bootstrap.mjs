// Runs a script of this folder on the project's own Node 24, from a bare clone too: it installs what is missing and
// builds the web client when it is stale. It must itself run on Node 20, so it is plain JavaScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules/.bin/node')
const stamp = join(root, 'node_modules/.ringfence-lock')
const [script = 'start', ...args] = process.argv.slice(2)
const wantsHelp = args.includes('--help') || args.includes('-h')

install()
if (['start', 'build', 'test', 'screenshots'].includes(script) && !wantsHelp) buildWeb()
if (script !== 'build') run([entryOf(script), ...args])

/** A script of several files is a folder with a main.ts. */
function entryOf(name) {
  if (name === 'start') return join(root, 'scripts/server/start.ts')
  const file = join(root, `scripts/${name}.ts`)
  return existsSync(file) ? file : join(root, `scripts/${name}/main.ts`)
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  print('Installing packages (npm ci) …')
  step(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'Packages could not be installed. See the output of npm above.',
  )
  writeFileSync(stamp, lock)
}

function buildWeb() {
  const page = join(root, 'web/dist/index.html')
  const sources = [
    'web',
    'api/client.ts',
    'api',
    'db/tables',
    'geography',
    'db/tracker_status.ts',
    'package.json',
    'package-lock.json',
  ]
  const changed = Math.max(...sources.map((path) => newest(join(root, path))))
  if (existsSync(page) && statSync(page).mtimeMs >= changed) return
  print('Building the web client …')
  step(
    node,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join(root, 'web/vite.config.ts'),
      '--logLevel=error',
    ],
    'The web client could not be built. See above.',
  )
}

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(0, ...names.map((name) => newest(join(path, name))))
}

/** Runs the script; signals reach it, and its exit code becomes ours. */
function run(command) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  const child = spawn(node, command, { stdio: 'inherit', cwd: process.cwd() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm does not forward SIGTERM; its exit shows as a change of the parent process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  }
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

function step(command, parameters, failure) {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) return
  print(failure)
  process.exit(1)
}

function print(text) {
  console.log(text)
}
