import type { AccountWords } from './account_words.ts'
import { en } from './en.ts'
import { mi } from './mi.ts'

/** The languages of account mails. */
export const languages = { en, mi }

/** English is the fallback for other languages. */
export function wordsIn(locale: string): AccountWords {
  const name = locale.toLowerCase().split('-')[0]!
  return Object.hasOwn(languages, name) ? languages[name as keyof typeof languages] : en
}
