import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { phone } from '../locales/en_phone.ts'

i18next.addResourceBundle('en', 'phone', phone)

/** The words of the own position. They come with the map, not with every visit. */
export const usePhoneWords = () => useTranslation('phone')
