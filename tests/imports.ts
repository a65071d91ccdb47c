import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

export function below(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Paths from the root, without what is built or installed. */
export function files(folder: string, names = /\.tsx?$/): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => names.test(path) && !/(^|\/)(dist|node_modules|\.cache)\//.test(path))
}

/** All imports of our own files: static, dynamic, of types, and workers. */
export function importsOf(path: string, text: string): Import[] {
  const matches = text.matchAll(
    /(?:(?:^|\n)\s*(?:import|export)(\s+type)?\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+|\bimport\(\s*|\nimport\s+|new URL\(\s*)['"]([.#][^'"]+)['"]/g,
  )
  return [...matches].flatMap(([, type, to]) => {
    const file = to!.startsWith('#') ? to!.slice(1) : relative(root, join(root, dirname(path), to!))
    return /\.tsx?$/.test(file) ? [{ to: file, is_type: type !== undefined }] : []
  })
}

/** Tarjan's strongly connected components, those of more than one file. */
export function cyclesOf(graph: Map<string, { to: string }[]>): string[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[] = []
  const visit = (path: string) => {
    index.set(path, index.size)
    low.set(path, index.get(path)!)
    stack.push(path)
    for (const { to } of graph.get(path) ?? []) {
      if (!graph.has(to)) continue
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path)!, low.get(to)!))
    }
    if (low.get(path) !== index.get(path)) return
    const together = stack.splice(stack.indexOf(path))
    if (together.length > 1 || graph.get(path)!.some(({ to }) => to === path)) cycles.push(together.sort().join(' → '))
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return cycles
}

export type Import = { to: string; is_type: boolean }
