import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { choosers } from '../locales/en_choosers.ts'

i18next.addResourceBundle('en', 'choosers', choosers)

/** The words of what one chooses with. They come with the first page that has such a field. */
export const useChooserWords = () => useTranslation('choosers')
