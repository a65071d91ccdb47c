import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { connect } from '../locales/en_connect.ts'

i18next.addResourceBundle('en', 'connect', connect)

/** The words of connecting a device. They come with the tracker's page, not with every visit. */
export const useConnectWords = () => useTranslation('connect')
