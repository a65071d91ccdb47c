import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { palette } from '#messages/palette.ts'

const root = join(import.meta.dirname, '..')
const colour = /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi

it('the palette is the only place that names colours', () => {
  const code = globSync('{api,gateway,messages,scripts,web}/**/*.{ts,tsx,css,html,mjs}', { cwd: root })
  const found = code
    .filter((path) => path !== 'messages/palette.ts' && !/^web\/dist|\.test\.ts$/.test(path))
    .flatMap((path) => coloursIn(path).map((each) => `${path}: ${each}`))
  expect(found).toEqual([])
})

it('icons and the manifest, which cannot import it, have its colours', () => {
  const known = new Set(Object.values(palette).flatMap(valuesOf))
  const files = globSync('web/public/**/*.{svg,webmanifest}', { cwd: root })
  expect(files.flatMap(coloursIn).filter((each) => !known.has(each))).toEqual([])
})

/** Private fields of a class, such as `#add(`, are no colours. */
function coloursIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/this\.#\w+|#\w+[(?!:=]/g, '')
  return [...text.matchAll(colour)].map(([found]) => found.toLowerCase())
}

function valuesOf(part: unknown): string[] {
  return typeof part === 'string' ? [part] : Object.values(part as object).flatMap(valuesOf)
}
