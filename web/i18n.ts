import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './locales/en.ts'
import type { account } from './locales/en_account.ts'
import type { admin } from './locales/en_admin.ts'
import type { boundaries } from './locales/en_boundaries.ts'
import type { choosers } from './locales/en_choosers.ts'
import type { connect } from './locales/en_connect.ts'
import type { history } from './locales/en_history.ts'
import type { home } from './locales/en_home.ts'
import type { messages } from './locales/en_messages.ts'
import type { phone } from './locales/en_phone.ts'
import type { prose } from './locales/en_prose.ts'
import type { share } from './locales/en_share.ts'

/** The languages there are, each by its own name. */
export const languages = { en: 'English', mi: 'Te reo Māori' } as const
export type Language = keyof typeof languages

const key = 'ringfence.language'

i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
  partialBundledLanguages: true,
})
speak(localStorage.getItem(key))

/** Speaks it from now on, here and on the next visit. A locale that there are no words for is English. */
export async function speak(locale: string | null) {
  const language = languageOf(locale)
  if (language === 'mi' && !i18next.hasResourceBundle('mi', 'translation')) {
    const { mi, phone } = await import('./locales/mi.ts')
    i18next.addResourceBundle('mi', 'translation', mi)
    i18next.addResourceBundle('mi', 'phone', phone)
  }
  if (locale) localStorage.setItem(key, language)
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}

export function languageOf(locale: string | null): Language {
  const language = locale?.split('-')[0]
  return language && language in languages ? (language as Language) : 'en'
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en & typeof boundaries
      account: typeof account
      admin: typeof admin
      choosers: typeof choosers
      connect: typeof connect
      messages: typeof messages
      phone: typeof phone
      prose: typeof prose
      history: typeof history
      home: typeof home
      share: typeof share
    }
  }
}
