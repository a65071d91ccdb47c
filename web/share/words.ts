import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { share } from '../locales/en_share.ts'

i18next.addResourceBundle('en', 'share', share)

/** The words of sharing. They come with it, not with every visit. */
export const useShareWords = () => useTranslation('share')
