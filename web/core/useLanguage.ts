import { useEffect } from 'react'
import { speak } from './i18n.ts'
import { usePreferences } from './usePreferences.ts'

/** Applies the user's language preference in whichever browser they sign in. */
export function useLanguage() {
  const { locale } = usePreferences()
  useEffect(() => {
    if (locale) speak(locale)
  }, [locale])
}
