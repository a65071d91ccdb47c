import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { home } from '../locales/en_home.ts'

i18next.addResourceBundle('en', 'home', home)

/** The words of the home page. They come with it, not with every visit. */
export const useHomeWords = () => useTranslation('home')
