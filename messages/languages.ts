/**
 * The languages of the product, declared once: pages, mails and SMS, what people choose from. Each has its folder in
 * `web/locales`; `name` is what it calls itself. docs/languages.md says how one is added.
 */
export const languages = {
  en: { name: 'English' },
  mi: { name: 'Te reo Māori' },
  ar: { name: 'العربية', direction: 'rtl' },
  de: { name: 'Deutsch' },
  es: { name: 'Español' },
  fr: { name: 'Français' },
  'pt-BR': { name: 'Português (Brasil)' },
} as const satisfies Record<string, { name: string; direction?: 'rtl' }>

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/**
 * The language of a locale: itself, else the first with its language, whatever the region.
 *
 * @example languageOf('pt-PT') === 'pt-BR'
 */
export function languageOf(locale: string | null | undefined): Language
export function languageOf<L extends Language>(locale: string | null | undefined, codes: readonly L[]): L | 'en'
export function languageOf(locale: string | null | undefined, codes: readonly Language[] = languageCodes): Language {
  const wanted = locale?.toLowerCase() ?? ''
  const [first] = wanted.split('-')
  const of_language = (code: Language) => code.split('-')[0] === first
  return codes.find((code) => code.toLowerCase() === wanted) ?? codes.find(of_language) ?? 'en'
}

/** The language that a browser asks for first, by its `Accept-Language`. */
export function languageOfHeader<L extends Language>(header: string | undefined, codes: readonly L[]): L | 'en' {
  return languageOf(header?.trim().split(/[,;]/)[0], codes)
}

export const directionOf = (language: string): 'ltr' | 'rtl' => {
  const declared: { name: string; direction?: 'rtl' } = languages[languageOf(language)]
  return declared.direction ?? 'ltr'
}
