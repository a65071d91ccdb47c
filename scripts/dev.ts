import { spawn } from 'node:child_process'
import { join } from 'node:path'

const help = `Usage: npm run dev -- [--demo]

Restarts the server whenever its code changes, and the web client's development server, with hot reload.
Open http://localhost:5173.`

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(help)
  process.exit(0)
}

const root = join(import.meta.dirname, '..')
const watched = ['api', 'db', 'gateway', 'messages', 'scripts'].map((folder) => `--watch-path=${join(root, folder)}`)
const processes = [
  [...watched, '--watch-preserve-output', join(root, 'scripts/server/start.ts'), ...args],
  [join(root, 'node_modules/vite/bin/vite.js'), '--config', join(root, 'web/vite.config.ts')],
].map((command) => spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of processes) child.kill(signal)
  })
for (const child of processes) child.on('exit', (code) => (process.exitCode ??= code ?? 0))
