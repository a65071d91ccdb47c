import type { Language } from '#messages/languages.ts'

const modules = import.meta.glob<Record<string, object>>(['../locales/*/*.ts', '!../locales/en/*'])
const files = import.meta.glob<{ default: object }>('../locales/*/*.json')

/**
 * The texts of a domain in a language other than English: as a module, or as JSON of i18next, which translators' tools
 * read. Without a file there are none: pages show the English ones.
 */
export async function readTexts(domain: string, language: Language): Promise<object> {
  const path = `../locales/${language}/${domain}`
  const file = files[`${path}.json`]
  if (file) return (await file()).default
  const module = await modules[`${path}.ts`]?.()
  return module?.[domain] ?? {}
}
