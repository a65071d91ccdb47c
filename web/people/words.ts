import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { admin } from '../locales/en_admin.ts'

i18next.addResourceBundle('en', 'admin', admin)

/** The words of what administrators run. They come with the first of these pages, not with every visit. */
export const useAdminWords = () => useTranslation('admin')
