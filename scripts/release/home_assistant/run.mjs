import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'

// Starts Ringfence in Home Assistant: options become settings, the folder that outlives updates is /data.
const DATA_DIR = '/data/ringfence'
/** The account `node` of the image. */
const NODE = 1000

const { settings = [], ...options } = JSON.parse(readFileSync('/data/options.json', 'utf8'))
const env = { ...process.env, DATA_DIR }
for (const [name, value] of Object.entries(options)) if (value) env[name.toUpperCase()] = String(value)
for (const { name, value } of settings) env[name] = value

mkdirSync(DATA_DIR, { recursive: true })
if (statSync(DATA_DIR).uid !== NODE) chownSync(DATA_DIR, NODE, NODE)
const server = spawn(
  'node_modules/.bin/node',
  ['--max-semi-space-size=16', '--external-memory-accounted-in-global-limit', 'scripts/server/start.ts'],
  { cwd: '/app', env, uid: NODE, gid: NODE, stdio: 'inherit' },
)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('error', (error) => {
  console.error(`Ringfence did not start: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(signal ? 1 : code))
