import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

const MOST_LINES = 80
const root = join(import.meta.dirname, '..')
const folders = ['api', 'web', 'db', 'messages', 'gateway', 'scripts']

it.each(folders)(`a function of %s has at most ${MOST_LINES} lines, or a reason`, (folder) => {
  expect(sourcesOf(folder).flatMap(longIn)).toEqual([])
})

it('finds functions of each kind, and their reasons', () => {
  const lines = '\n'.repeat(MOST_LINES)
  const found = (text: string) => longFunctions(text, 'ts').map(({ line }) => line)
  expect(found(`function a() {${lines}}`)).toEqual([1])
  expect(found(`const a = {\n  b() {${lines}},\n  c: async () => {${lines}},\n}`)).toEqual([2, 2 + MOST_LINES + 1])
  expect(found(`/** What it does. */\nexport const a = () => {${lines}}`)).toEqual([2])
  expect(found(`// long: a table\nfunction a() {${lines}}`)).toEqual([])
  expect(found(`// long: a table\nconst a = (b: string) => {${lines}}`)).toEqual([])
  expect(found(`function a() {${lines.slice(1)}}`)).toEqual([])
})

function longIn(path: string): string[] {
  const found = longFunctions(readFileSync(join(root, path), 'utf8'), path.endsWith('x') ? 'tsx' : 'ts')
  return found.map(({ line, lines }) => `${path}:${line} has ${lines} lines`)
}

/** Functions that are too long, without those that say why directly above: `long: <reason>`. */
function longFunctions(text: string, lang: 'ts' | 'tsx'): { line: number; lines: number }[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const above = text.split('\n')
  return functionsOf(parseAst(text, { lang }))
    .map(({ start, end }) => ({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 }))
    .filter(({ line, lines }) => lines > MOST_LINES && !/^\s*(\/\/|\/?\*).*\blong: \S/.test(above[line - 2] ?? ''))
}

function functionsOf(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(functionsOf)
  return isFunction(node) ? [node, ...inside] : inside
}

function isFunction(node: object): node is Node {
  return 'type' in node && /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(String(node.type))
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !/\/dist\//.test(path))
}

type Node = { start: number; end: number }
