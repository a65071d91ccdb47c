import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgisFolder, unpackPostgis } from './postgis_files.ts'

let parent: string
let folder: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'ringfence-postgis-'))
  folder = join(parent, 'postgis')
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

it('unpacks what the database needs, once, and nothing else', async () => {
  expect(await unpackPostgis(folder)).toBe(true)
  const names: string[] = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))
  expect(names.filter((name) => !name.startsWith('share/proj/')).sort()).toEqual([
    'lib/postgresql/postgis-3.so',
    expect.stringMatching(/^share\/postgresql\/extension\/postgis--\d+\.\d+\.\d+\.sql$/),
    'share/postgresql/extension/postgis.control',
  ])
  expect(names).toContain('share/proj/proj.db')
  expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  expect(await unpackPostgis(folder)).toBe(false)
  expect(readdirSync(parent)).toEqual(['postgis'])
})

it('unpacks whole files: WebAssembly, and an SQLite database of the length that it states', () => {
  const wasm = readFileSync(join(folder, 'lib/postgresql/postgis-3.so'))
  expect(wasm.subarray(0, 4).toString('latin1')).toBe('\0asm')
  expect(WebAssembly.validate(wasm)).toBe(true)
  // SQLite's file format §1.3: the page size at 16, the number of pages at 28.
  const header = readFileSync(join(folder, 'share/proj/proj.db')).subarray(0, 100)
  const bytes = header.readUInt16BE(16) * header.readUInt32BE(28)
  expect(statSync(join(folder, 'share/proj/proj.db')).size).toBe(bytes)
})

it('names the folder by the version, beside the packages', () => {
  expect(postgisFolder()).toMatch(/node_modules\/\.ringfence\/postgis-\d+\.\d+\.\d+-\d+$/)
})
