import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const fuzz = (...args: string[]) => run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])

it('finds no fault in mutated messages', async () => {
  const { stdout } = await fuzz('--inputs', '40000')
  expect(stdout).toBe('Nothing found in 40,000 inputs.\n')
}, 60_000)

it('names an unknown target or an invalid number', async () => {
  await expect(fuzz('nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no target nothing') })
  await expect(fuzz('--inputs', 'many')).rejects.toMatchObject({ stderr: expect.stringContaining('--inputs: many') })
})
