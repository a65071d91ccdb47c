import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { standardKeys } from './page_keys.ts'

/**
 * The built-in pages, by language and key: Markdown files whose first line is the title. English has all of them; other
 * languages may have some.
 */
const languages = new Map(
  readdirSync(join(import.meta.dirname, 'built_in')).map((language) => [language, readPages(language)]),
)

/** @param wanted languages, the best first */
export function builtInPages(wanted: string[]): BuiltIn[] {
  return standardKeys.map((key) => {
    const locale = wanted.find((language) => languages.get(language)?.has(key)) ?? 'en'
    return { key, locale, ...languages.get(locale)!.get(key)! }
  })
}

function readPages(language: string): Map<string, Words> {
  const folder = join(import.meta.dirname, 'built_in', language)
  return new Map(
    readdirSync(folder).map((name) => {
      const [first = '', ...lines] = readFileSync(join(folder, name), 'utf8').split('\n')
      return [basename(name, '.md'), { title: first.replace('# ', ''), text: lines.join('\n').trim() }]
    }),
  )
}

type Words = { title: string; text: string }
export type BuiltIn = Words & { key: string; locale: string }
