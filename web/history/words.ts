import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { history } from '../locales/en_history.ts'

i18next.addResourceBundle('en', 'history', history)

/** The words of the history and the replay. They come with the first of these pages, not with every visit. */
export const useHistoryWords = () => useTranslation('history')
