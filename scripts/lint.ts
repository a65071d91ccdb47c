import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const help = `Usage: npm run lint -- [--write]

Checks types (tsc) and style (Biome).

  --write   applies safe fixes`

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(help)
  process.exit(0)
}

const modules = join(import.meta.dirname, '../node_modules')
const run = (command: string, parameters: string[]) => spawnSync(command, parameters, { stdio: 'inherit' }).status === 0

const typed = run(join(modules, '.bin/tsc'), ['--noEmit', '--project', join(modules, '../tsconfig.json')])
// Only this platform's binary is a dependency: the package that picks one needs all of them.
const biome = join(modules, '@biomejs/cli-linux-x64/biome')
if (!existsSync(biome)) console.log('Biome has no binary for this platform here; only types were checked.')
const styled = !existsSync(biome) || run(biome, ['check', ...args, join(modules, '..')])
process.exit(typed && styled ? 0 : 1)
