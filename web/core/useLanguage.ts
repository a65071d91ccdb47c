import { useEffect } from 'react'
import { speak } from './i18n.ts'
import { usePreferences } from './usePreferences.ts'

/** Speaks the language that the person has chosen, on whatever browser they sign in. */
export function useLanguage() {
  const { locale } = usePreferences()
  useEffect(() => {
    if (locale) speak(locale)
  }, [locale])
}
