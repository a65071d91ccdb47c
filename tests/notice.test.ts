import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Licences without further obligations: their texts are in the packages. */
const plain = /^\(?(MIT|MIT-0|ISC|0BSD|Unlicense|CC0-1\.0|Apache-2\.0|B[SD]{2}-[23]-Clause)\b/

it('NOTICE lists every installed package whose licence has further obligations', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  const paths = Object.entries(packages).filter(([path, { dev }]) => path && !dev && existsSync(join(root, path)))
  const notice = read('NOTICE')
  const missing = paths.flatMap(([path]) => {
    const { name, license } = JSON.parse(read(join(path, 'package.json'))) as { name: string; license?: string }
    const is_named = notice.includes(name) || plain.test(license ?? licence_files[name] ?? '')
    return is_named ? [] : `${name}: ${license}`
  })
  expect(missing).toEqual([])
})

/** Packages with their licence in a file only. */
const licence_files: Record<string, string> = { 'png-js': 'MIT', 'xmlhttprequest-ssl': 'MIT' }
