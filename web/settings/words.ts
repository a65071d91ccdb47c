import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { account } from '../locales/en_account.ts'

i18next.addResourceBundle('en', 'account', account)

/** The words of the settings. They come with the first of these pages, not with every visit. */
export const useAccountWords = () => useTranslation('account')
