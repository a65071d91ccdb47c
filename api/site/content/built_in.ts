import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { featureNames as allFeatures, type Feature } from '#db/tables/organisations/organisation_config.ts'
import { standardKeys } from './page_keys.ts'

/**
 * The built-in pages, by language and key: Markdown files whose first line is the title. English has all of them; other
 * languages may have some. A part of a page for organisations with a feature is in a file of its own (`help.cpd.md`),
 * and comes before the rest.
 */
const languages = new Map(
  readdirSync(join(import.meta.dirname, 'built_in')).map((language) => [language, readPages(language)]),
)

/**
 * @param wanted languages, the best first
 * @param features of the reader's organisation
 */
export function builtInPages(wanted: string[], features: readonly Feature[]): BuiltIn[] {
  return standardKeys.map((key) => {
    const locale = wanted.find((language) => languages.get(language)?.has(key)) ?? 'en'
    const pages = languages.get(locale)!
    const { title, text } = pages.get(key)!
    const parts = allFeatures.filter((feature) => features.includes(feature)).map((feature) => `${key}.${feature}`)
    return { key, locale, title, text: [...parts.flatMap((part) => pages.get(part)?.text ?? []), text].join('\n\n') }
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
