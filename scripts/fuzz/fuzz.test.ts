import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const fuzz = (...args: string[]) => run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])

it('finds nothing that a changed message breaks', async () => {
  const { stdout } = await fuzz('--inputs', '40000')
  expect(stdout).toBe('Nothing found in 40,000 inputs.\n')
}, 60_000)

it('says what is wrong with a target or a number that it does not know', async () => {
  await expect(fuzz('nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no target nothing') })
  await expect(fuzz('--inputs', 'many')).rejects.toMatchObject({ stderr: expect.stringContaining('--inputs: many') })
})
