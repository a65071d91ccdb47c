import { type Language, languageOf } from '#messages/languages.ts'
import type { AccountWords } from './account_words.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { mi } from './mi.ts'
import { ptBR } from './pt-BR.ts'

/** The languages of account mails. */
export const languages = { en, mi, de, fr, es, 'pt-BR': ptBR, ar } satisfies Record<Language, AccountWords>

/** English is the fallback for other languages. */
export const wordsIn = (locale: string): AccountWords => languages[languageOf(locale)]
