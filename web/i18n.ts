import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './locales/en.ts'

i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
})

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}
