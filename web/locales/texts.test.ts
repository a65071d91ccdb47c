import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#messages/languages.ts'
import { complete } from './complete.ts'

const folder = import.meta.dirname
const web = join(folder, '..')
const namespaces = files(join(folder, 'en')).map((name) => name.replace('.ts', ''))

const translated = languageCodes.filter((code) => code !== 'en')

describe.each(translated)('the texts in %s', async (language) => {
  const domains = await Promise.all(
    namespaces.map(async (name) => {
      const [english, own] = [new Map(await textsOf('en', name)), await textsOf(language, name)]
      return { name, english, own, keys: own.map(([key]) => key) }
    }),
  )
  const all = (pick: (domain: (typeof domains)[number]) => string[]) =>
    domains.flatMap((domain) => pick(domain).map((found) => `${domain.name}:${found}`))

  it('translate only keys that exist in English', () => {
    const known = domains.map(({ english }) => new Set([...english.keys()].map(stemOf)))
    expect(domains.flatMap(({ keys }, i) => keys.filter((key) => !known[i]!.has(stemOf(key))))).toEqual([])
  })

  it('have the placeholders of the English', () => {
    const wrong = all(({ english, own }) =>
      own.flatMap(([key, text]) => {
        // A singular or dual form may omit the number.
        const counted = stemOf(key) !== key
        const named = (each: string) => placeholders(each).filter((name) => !counted || !/^\{\{count\b/.test(name))
        const of = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? ''
        return named(text).join() === named(of).join() ? [] : [key]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('have each plural form of the language', () => {
    // Browsers have no plural rule for Māori, and use another language’s.
    const forms =
      language === 'mi' ? ['one', 'other'] : new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const missing = all(({ keys }) => {
      const stems = new Set(keys.filter((key) => stemOf(key) !== key).map(stemOf))
      return [...stems].flatMap((stem) => forms.map((form) => `${stem}_${form}`)).filter((key) => !keys.includes(key))
    })
    expect(missing).toEqual([])
  })

  it('are no English sentences', () => {
    const copied = all(({ english, own }) =>
      own.flatMap(([key, text]) => (text === english.get(key) && wordsOf(text).length > 1 ? [key] : [])),
    )
    expect(copied).toEqual([])
  })

  it('are complete where the language says so', () => {
    const missing = all(({ name, english, own }) => {
      const wanted = complete[language][name]
      const has = new Set(own.map(([key]) => stemOf(key)))
      return wanted ? [...english.keys()].filter((key) => wanted.test(key) && !has.has(stemOf(key))) : []
    })
    expect(missing).toEqual([])
  })
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

/** Texts by key, such as `frame.menu`; a list of paragraphs is one text. Without a file there are none. */
async function textsOf(language: string, namespace: string): Promise<[key: string, text: string][]> {
  const path = join(folder, language, namespace)
  if (existsSync(`${path}.json`)) return flatten(JSON.parse(readFileSync(`${path}.json`, 'utf8')))
  if (!existsSync(`${path}.ts`)) return []
  return flatten((await import(`${path}.ts`))[namespace])
}

/** A key without its plural form. */
const stemOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Without placeholders, units, and the names of products, two words are enough to be a sentence. */
const wordsOf = (text: string) =>
  text
    .replace(/\{\{[^}]*\}\}|<\/?\w+>/g, '')
    .replace(names, '')
    .match(/\p{L}{2,}/gu) ?? []
const names = /\b(Traccar Client|OsmAnd|OwnTracks|Android|iPhone|Street View|Ringfence|km|mph|Admin)\b/g

function flatten(texts: object, path: string[] = []): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) => {
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, [...path, name])
    return [[[...path, name].join('.'), String(value)] as [string, string]]
  })
}

/** With their formats: `{{count, number}}`. */
const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+>/g)].map(([each]) => each).sort()

function files(path: string): string[] {
  return readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .sort()
}
