import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Which of our rooms each may import from. Data flows one way, and nothing on the right knows what is on its left. */
const rules: Record<string, { values: string[]; types?: string[] }> = {
  db: { values: ['db'] },
  'gateway/protocols': { values: ['gateway/protocols'] },
  'gateway/engine': { values: ['gateway/engine', 'gateway/ingest/alerts.ts', 'db'] },
  messages: { values: ['messages', 'db'] },
  gateway: { values: ['gateway', 'messages', 'db'] },
  api: { values: ['api', 'messages', 'db'] },
  web: { values: ['web', 'api/client.ts'], types: ['api', 'gateway', 'messages', 'db'] },
  scripts: { values: ['scripts', 'api', 'gateway', 'messages', 'db'] },
  // The list of pages, which pictures are taken of.
  'scripts/screenshots': { values: ['scripts', 'api', 'web/app/pages.ts'] },
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => join(folder, path))
}

function imports(path: string): { to: string; typeOnly: boolean }[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)(\s+type)?\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
  )
  return [...found].flatMap(([, type, from, dynamic]) => {
    const to = (from ?? dynamic)!
    if (to.startsWith('#')) return { to: to.slice(1), typeOnly: type !== undefined }
    if (to.startsWith('.')) return { to: relative(root, join(root, dirname(path), to)), typeOnly: type !== undefined }
    return []
  })
}

/** The narrowest rule that covers a path. */
const ruleOf = (path: string) =>
  Object.entries(rules)
    .filter(([room]) => path.startsWith(`${room}/`))
    .sort(([a], [b]) => b.length - a.length)[0]![1]

describe('the house', () => {
  it.each(['db', 'messages', 'gateway', 'api', 'web', 'scripts'])('keeps to its rules in %s', (room) => {
    const wrong = files(room)
      .filter((path) => !isTest(path))
      .flatMap((path) =>
        imports(path)
          .filter(({ to, typeOnly }) => {
            const { values, types = [] } = ruleOf(path)
            return ![...values, ...(typeOnly ? types : [])].some(
              (allowed) => to === allowed || to.startsWith(`${allowed}/`),
            )
          })
          .map(({ to }) => `${path} imports ${to}`),
      )
    expect(wrong).toEqual([])
  })

  it('lets a decoder import no other protocol: what all share, and its own parts', () => {
    const folder = 'gateway/protocols/'
    const common = ['report.ts', 'protocol.ts', 'vocabulary.ts'].map((file) => folder + file)
    const decoders = files('gateway/protocols').filter((path) => !isTest(path) && !path.endsWith('index.ts'))
    const wrong = decoders.flatMap((path) => {
      const own = `${folder}${path.slice(folder.length).replace(/(\.ts|\/.*)$/, '')}/`
      return imports(path)
        .filter(({ to }) => !common.includes(to) && !to.startsWith(`${folder}shared/`) && !to.startsWith(own))
        .map(({ to }) => `${path} imports ${to}`)
    })
    expect(wrong).toEqual([])
  })

  it('lets the rules import nothing but rules', () => {
    const wrong = files('gateway/engine/rules')
      .filter((path) => !isTest(path))
      .flatMap(imports)
    expect(wrong.filter(({ to }) => !to.startsWith('gateway/engine/rules/'))).toEqual([])
  })

  it('shows the reader every import', () => {
    // A rule that finds nothing because its search is broken would pass for ever.
    expect(files('gateway').flatMap(imports).length).toBeGreaterThan(50)
  })
})
