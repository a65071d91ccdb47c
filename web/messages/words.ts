import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { messages } from '../locales/en_messages.ts'

i18next.addResourceBundle('en', 'messages', messages)

/** The words of messages, templates and notifications. They come with the first of these pages, not with every visit. */
export const useMessageWords = () => useTranslation('messages')
