import { en } from './en.ts'
import { mi } from './mi.ts'

/** The languages that mails about accounts are written in. */
export const languages = { en, mi }

/** Where there are no words for a reader's language, English is said. */
export function wordsIn(locale: string): AccountWords {
  const name = locale.toLowerCase().split('-')[0]!
  return Object.hasOwn(languages, name) ? languages[name as keyof typeof languages] : en
}

export type MailName =
  | 'register'
  | 'registeredAlready'
  | 'resetPassword'
  | 'passwordEnded'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChanged'
  | 'invited'

/** `{{link}}` is where its reader goes on. */
export type AccountWords = Record<MailName, { subject: string; text: string }>
