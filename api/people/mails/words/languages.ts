import { type Language, languageOf } from '#messages/languages.ts'
import type { AccountWords } from './account_words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { mi } from './mi.ts'

/** The languages of account mails. */
export const languages = { en, mi, de } satisfies Partial<Record<Language, AccountWords>>
const codes = Object.keys(languages) as (keyof typeof languages)[]

/** English is the fallback for other languages. */
export const wordsIn = (locale: string): AccountWords => languages[languageOf(locale, codes)]
