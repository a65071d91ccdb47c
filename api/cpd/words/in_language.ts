import { type Language, languageCodes, languageOf } from '#messages/languages.ts'
import { render } from '#messages/templates/render.ts'

/**
 * A mail or notice in the language of who reads it. A `day` is a date; a person or an organisation that cannot be named
 * is replaced by general words.
 */
export function inLanguage(locale: string, texts: Texts, { day, ...values }: Values): Written {
  const language = languageOf(locale)
  const { subject, text } = texts[language]
  const named = { ...values, ...(day && { day: dayIn(language, day) }) } as Record<string, string | null>
  for (const name of ['person', 'organisation'] as const) {
    if (values[name] === null) named[name] = unnamed[language][name]
  }
  return { subject: render(subject, named), text: text.map((part) => render(part, named)).join('\n\n') }
}

/** Texts that are put together from sentences of each language. */
export const inEach = (textOf: (language: Language) => Text): Texts =>
  Object.fromEntries(languageCodes.map((language) => [language, textOf(language)])) as Texts

const dayIn = (language: Language, day: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-NZ' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )

const unnamed: Record<Language, { person: string; organisation: string }> = {
  en: { person: 'A colleague', organisation: 'their organisation' },
  mi: { person: 'Tētahi hoa mahi', organisation: 'tōna whakahaere' },
  de: { person: 'Eine Kollegin oder ein Kollege', organisation: 'der Organisation' },
  fr: { person: 'Un collègue', organisation: 'son organisation' },
  es: { person: 'Un colega', organisation: 'su organización' },
  'pt-BR': { person: 'Um colega', organisation: 'sua organização' },
  ar: { person: 'أحد الزملاء', organisation: 'مؤسسته' },
}

/** A subject, and paragraphs. */
type Text = { subject: string; text: string[] }
/** In each language of the product. */
export type Texts = Record<Language, Text>
export type Values = { [name: string]: string | null }
type Written = { subject: string; text: string }
