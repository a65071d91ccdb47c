import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
const web = join(folder, '..')
const namespaces = files(join(folder, 'en')).map((name) => name.replace('.ts', ''))

describe.each(namespaces)('the texts of %s in te reo Māori', async (namespace) => {
  const english = new Map(await textsOf('en', namespace))
  const translated = await textsOf('mi', namespace)
  const keys = translated.map(([key]) => key)

  it('translate only keys that exist in English', () => {
    expect(keys.filter((key) => !english.has(key))).toEqual([])
  })

  it('have the placeholders of the English', () => {
    const wrong = translated.filter(([key, text]) => {
      // A singular form may omit the number.
      const counted = /_(one|other)$/.test(key)
      const named = (each: string) => placeholders(each).filter((name) => !counted || name !== '{{count}}')
      return named(text).join() !== named(english.get(key) ?? '').join()
    })
    expect(wrong).toEqual([])
  })

  it('have both plural forms: browsers have no plural rule for Māori, and use another language’s', () => {
    const stems = keys.filter((key) => /_(one|other)$/.test(key)).map((key) => key.replace(/_\w+$/, ''))
    expect(stems.flatMap((stem) => [`${stem}_one`, `${stem}_other`]).filter((key) => !keys.includes(key))).toEqual([])
  })
})

it('are in the same files in every language', () => {
  expect(files(join(folder, 'mi'))).toEqual(files(join(folder, 'en')))
})

it.each([
  ['tracking', /^phone\./],
  ['messaging', /^(messages|deliveries|compose)\./],
  ['cpd', /^(certificates|cohorts|roles)\./],
  ['people', /^user\.cpdRole/],
  ['organisations', /webhook|^organisation\.secret/],
])('are complete in te reo Māori for %s: %s', async (namespace, wanted) => {
  const keysIn = async (language: string) =>
    (await textsOf(language, namespace)).map(([key]) => key).filter((key) => wanted.test(key))
  expect((await keysIn('mi')).sort()).toEqual((await keysIn('en')).sort())
})

it('are no English sentences in te reo Māori', async () => {
  const copied: string[] = []
  for (const namespace of namespaces) {
    const english = new Map(await textsOf('en', namespace))
    // Without placeholders and units, two words are enough to be a sentence.
    const words = (text: string) => text.replace(/\{\{\w+\}\}|<\/?\w+>/g, '').match(/\p{L}{2,}/gu) ?? []
    for (const [key, text] of await textsOf('mi', namespace))
      if (text === english.get(key) && words(text).length > 1) copied.push(`${namespace}:${key}`)
  }
  expect(copied).toEqual([])
})

it('are all used', async () => {
  const { keys, patterns } = usedKeys()
  const isUsed = (key: string) => keys.has(key) || patterns.some((pattern) => pattern.test(key))
  const unused: string[] = []
  for (const namespace of namespaces) {
    for (const [path] of await textsOf('en', namespace)) {
      const key = path.replace(/_(zero|one|other)$/, '')
      // `fields.…`, `hints.…`, `choices.…`, `things.…`, `resources.…` and `logged.…` are looked up in every namespace.
      const names = [
        namespace === 'common' ? key : `${namespace}:${key}`,
        ...(/^(fields|hints|choices|things|resources|logged)\./.test(key) ? [key] : []),
      ]
      if (!names.some(isUsed)) unused.push(`${namespace}:${path}`)
    }
  }
  expect(unused).toEqual([])
})

/** The quoted strings of the source; template strings as patterns. */
function usedKeys(): { keys: Set<string>; patterns: RegExp[] } {
  const keys = new Set<string>()
  const patterns: RegExp[] = []
  for (const path of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /^(dist|locales)\/|\.test\.ts$/.test(path)) continue
    const source = readFileSync(join(web, path), 'utf8')
    for (const [, key] of source.matchAll(/['"]((?:\w+:)?[\w.]+)['"]/g)) keys.add(key!)
    // Those of `plainPages`, by what they have in common.
    for (const [, group] of source.matchAll(/\btexts: '(\w+:\w+)'/g))
      patterns.push(new RegExp(`^${group}\\.(title|text|pageText|new|empty|missing)$`))
    for (const [, key] of source.matchAll(/`(\w+[:.](?:[\w.]|\$\{[^}]*\})+)`/g))
      patterns.push(new RegExp(`^${key!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w/]+')}$`))
  }
  return { keys, patterns }
}

/** Texts by key, such as `frame.menu`; a list of paragraphs is one text. */
async function textsOf(language: string, namespace: string): Promise<[key: string, text: string][]> {
  const module = await import(join(folder, language, `${namespace}.ts`))
  return flatten(module[namespace])
}

function flatten(texts: object, path: string[] = []): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) => {
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, [...path, name])
    return [[[...path, name].join('.'), String(value)] as [string, string]]
  })
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(([each]) => each).sort()

function files(path: string): string[] {
  return readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .sort()
}
