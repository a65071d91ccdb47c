import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('processes that start at once on a new folder agree on one secret and one key ring', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringfence-secrets-'))
  const script = `
    import { readFileSync } from 'node:fs'
    import { KeyRing } from ${JSON.stringify(join(import.meta.dirname, 'ring.ts'))}
    import { makeSecretFile } from ${JSON.stringify(join(import.meta.dirname, 'secret_file.ts'))}
    const seen = Array.from({ length: 40 }, (_, i) => {
      const data_dir = ${JSON.stringify(folder)} + '/' + i
      makeSecretFile(data_dir + '/secret', 'of ' + process.pid)
      return [readFileSync(data_dir + '/secret', 'utf8'), new KeyRing({ data_dir, legacy_secret: '' }).current]
    })
    console.log(JSON.stringify(seen))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const outputs = await Promise.all([run(), run(), run()])
  expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1)
  expect(readdirSync(join(folder, '0', 'keys'))).toEqual(['ring.json'])
  expect(statSync(join(folder, '0', 'secret')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})
