import type { AccountWords } from './account_words.ts'
import { en } from './en.ts'
import { mi } from './mi.ts'

/** The languages that mails about accounts are written in. */
export const languages = { en, mi }

/** Where there are no words for a reader's language, English is said. */
export function wordsIn(locale: string): AccountWords {
  const name = locale.toLowerCase().split('-')[0]!
  return Object.hasOwn(languages, name) ? languages[name as keyof typeof languages] : en
}
