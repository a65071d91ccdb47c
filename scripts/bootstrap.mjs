// Runs a script of this folder on the project's own Node 24, from a bare clone too: it installs what is missing and
// builds the web client when it is stale. It must itself run on Node 20, so it is plain JavaScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverProcess } from './server_process.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules/.bin/node')
const [script = 'start', ...args] = process.argv.slice(2)
const wantsHelp = args.includes('--help') || args.includes('-h')

await install()
await unpackPostgis()
if (['start', 'build', 'test', 'bench', 'screenshots'].includes(script) && !wantsHelp) await buildWeb()
if (!['build', 'install'].includes(script)) run([entryOf(script), ...args])

/** A script of several files is a folder with a main.ts. */
function entryOf(name) {
  if (name === 'start') return join(root, 'scripts/server/start.ts')
  const file = join(root, `scripts/${name}.ts`)
  return existsSync(file) ? file : join(root, `scripts/${name}/main.ts`)
}

async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  if (existsSync(node) && isStamped('lock', lock)) return
  const folders = packagesOf(JSON.parse(lock))
  const installed = () => folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).length
  await step('Installing packages', {
    command: 'npm',
    parameters: ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    failure: 'Packages could not be installed. See the output of npm above.',
    // npm removes the old ones first, so the count begins at none.
    progress: () => `${installed()} of ${folders.length}, `,
  })
  stamp('lock', lock)
}

/** The folders that npm fills here: not those of optional packages for other systems. */
function packagesOf({ packages }) {
  const fits = (list, value) => !list || list.includes(value)
  return Object.entries(packages)
    .filter(([folder, { os, cpu, libc }]) => folder && !libc && fits(os, process.platform) && fits(cpu, process.arch))
    .map(([folder]) => folder)
}

/** Unpacks the files of PostGIS that the embedded database reads; without them it takes 0.4 GB more memory. */
async function unpackPostgis() {
  const unpack = join(root, 'db/embedded/postgis_files.ts')
  const state = Buffer.concat([readFileSync(unpack), readFileSync(join(root, 'package-lock.json'))])
  if (isStamped('postgis', state)) return
  const done = await step('Unpacking PostGIS', {
    command: node,
    parameters: [unpack],
    failure: 'PostGIS could not be unpacked (see above): the embedded database will take 0.4 GB more memory.',
    optional: true,
  })
  if (done) stamp('postgis', state)
}

async function buildWeb() {
  const page = join(root, 'web/dist/index.html')
  const sources = [
    'web',
    'api/client.ts',
    'api',
    'db/tables',
    'db/tracker_status.ts',
    'messages',
    'package.json',
    'package-lock.json',
  ]
  const changed = Math.max(...sources.map((path) => newest(join(root, path))))
  if (existsSync(page) && statSync(page).mtimeMs >= changed) return
  await step('Building the web client', {
    command: node,
    parameters: [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join(root, 'web/vite.config.ts'),
      '--logLevel=error',
    ],
    failure: 'The web client could not be built. See above.',
  })
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
  const server = script === 'start' ? serverProcess(process.env) : { args: [], env: {} }
  const child = spawn(node, [...server.args, ...command], {
    stdio: 'inherit',
    cwd: process.cwd(),
    env: {
      ...process.env,
      ...server.env,
      // Of this process, so that "ready after" counts what was installed and built.
      RINGFENCE_BEGAN: String(performance.timeOrigin),
      // Compiled scripts of earlier starts: half of the processor time that loading the server takes.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm does not forward SIGTERM; its exit shows as a change of the parent process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  }
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/**
 * Runs a command, with one line that says how long it has taken: rewritten each second in a terminal, else written
 * every ten.
 *
 * @returns whether it succeeded; a failure ends this process unless the step is `optional`
 */
async function step(title, { command, parameters, failure, optional = false, progress = () => '' }) {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const { isTTY } = process.stdout
  const show = (end) => process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}${title} … ${progress()}${seconds()} s${end}`)
  if (!isTTY) print(`${title} …`)
  const timer = setInterval(() => show(isTTY ? '' : '\n'), isTTY ? 1_000 : 10_000)
  const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = () => child.kill()
  process.once('SIGTERM', stop)
  const succeeded = await new Promise((resolve) => {
    child.on('exit', (code) => resolve(code === 0))
    child.on('error', () => resolve(false))
  })
  process.removeListener('SIGTERM', stop)
  clearInterval(timer)
  if (isTTY) process.stdout.write('\r\x1b[K')
  if (succeeded) {
    print(`${title} … done in ${seconds()} s.`)
    return true
  }
  print(failure)
  if (!optional) process.exit(1)
  return false
}

/** A stamp in node_modules says from what something was made; npm ci removes it with the rest. */
function isStamped(name, state) {
  const path = stampOf(name)
  return existsSync(path) && readFileSync(path, 'utf8') === hashOf(state)
}

function stamp(name, state) {
  writeFileSync(stampOf(name), hashOf(state))
}

function stampOf(name) {
  return join(root, `node_modules/.ringfence-${name}`)
}

function hashOf(state) {
  return createHash('sha256').update(state).digest('hex')
}

function print(text) {
  console.log(text)
}
