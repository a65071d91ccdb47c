import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf, type Language, languageOf } from '#messages/languages.ts'
import { common } from '../locales/en/common.ts'

const key = 'ringfence.language'
const english = import.meta.glob<Record<string, object>>(['../locales/en/*.ts', '!**/common.ts'])
let current: Language = 'en'

/** Namespaces of texts: `common` is loaded at the start, the others with the pages that need them. */
export const namespaces = ['common', ...domainsOf(Object.keys(english))] as const
type Namespace = keyof Texts
export type TextDomain = Exclude<Namespace, 'common'>

/** The texts of each domain, which its door adds. */
export interface Texts {
  common: typeof common
}

i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: ['common'],
  defaultNS: 'common',
  resources: { en: { common } },
  // React escapes. Names in Latin letters keep their places among words from right to left.
  interpolation: {
    escapeValue: true,
    escape: (text) => (directionOf(i18next.language) === 'rtl' ? `\u2068${text}\u2069` : text),
  },
})

/** Speaks the language of the last visit; on the first one that of the browser. */
export const speakKept = () => use(languageOf(localStorage.getItem(key) ?? navigator.language))

/** Switches the language, here and on the next visit. A locale without texts falls back to English. */
export async function speak(locale: string) {
  const language = languageOf(locale)
  await use(language)
  localStorage.setItem(key, language)
}

async function use(language: Language) {
  current = language
  await load(language, Object.keys(i18next.store.data.en!) as Namespace[])
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  if (i18next.language !== language) await i18next.changeLanguage(language)
}

/**
 * Loads the texts of these domains in the current language, and in English as the fallback, before a page is shown.
 * Replaces i18next's backends: they mark a namespace that failed to load as loaded and never retry, so keys would be
 * shown once the network is back.
 *
 * @throws when a file cannot be loaded; the next call retries
 */
export async function loadTexts(domains: readonly TextDomain[]): Promise<void> {
  await Promise.all([load('en', domains), load(current, domains)])
}

async function load(language: Language, names: readonly Namespace[]): Promise<void> {
  const missing = names.filter((name) => !i18next.hasResourceBundle(language, name))
  if (missing.length === 0) return
  // Those of English are known from the start; the list of all others is loaded with the first of them.
  const read = language === 'en' ? readEnglish : (await import('./translations.ts')).readTexts
  await Promise.all(missing.map(async (name) => i18next.addResourceBundle(language, name, await read(name, language))))
}

async function readEnglish(name: Namespace): Promise<object> {
  const texts = await english[`../locales/en/${name}.ts`]!()
  return texts[name]!
}

/** A domain has one file of texts in each language. */
function domainsOf(paths: string[]): TextDomain[] {
  return paths.flatMap((path) => (path.match(/\/en\/(\w+)\.ts$/)?.slice(1) ?? []) as TextDomain[])
}

declare module 'i18next' {
  interface CustomTypeOptions {
    /** A key without a namespace belongs to the first. */
    defaultNS: readonly ['common', ...TextDomain[]]
    resources: Texts
  }
}
