import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { common } from '../locales/en/common.ts'

/** Supported languages, each by its own name. */
export const languages = { en: 'English', mi: 'Te reo Māori' } as const
export type Language = keyof typeof languages

const key = 'ringfence.language'
const files = import.meta.glob<Record<string, object>>(['../locales/*/*.ts', '!../locales/en/common.ts'])
let current: Language = 'en'

/** Namespaces of texts: `common` is loaded at the start, the others with the pages that need them. */
export const namespaces = ['common', ...domainsOf(Object.keys(files))] as const
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
  interpolation: { escapeValue: false }, // React escapes
})

/** Speaks the language of the last visit. */
export const speakKept = () => speak(localStorage.getItem(key))

/** Switches the language, here and on the next visit. A locale without texts falls back to English. */
export async function speak(locale: string | null) {
  const language = languageOf(locale)
  current = language
  await load(language, Object.keys(i18next.store.data.en!) as Namespace[])
  if (locale) localStorage.setItem(key, language)
  document.documentElement.lang = language
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

export function languageOf(locale: string | null): Language {
  const language = locale?.split('-')[0]
  return language && language in languages ? (language as Language) : 'en'
}

async function load(language: Language, names: readonly Namespace[]): Promise<void> {
  const missing = names.filter((name) => !i18next.hasResourceBundle(language, name))
  await Promise.all(
    missing.map(async (name) => {
      const texts = await files[`../locales/${language}/${name}.ts`]!()
      i18next.addResourceBundle(language, name, texts[name])
    }),
  )
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
