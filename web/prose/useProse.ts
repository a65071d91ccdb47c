import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { prose } from '../locales/en_prose.ts'

i18next.addResourceBundle('en', 'prose', prose)

/** The words of a page that is read. They come with the first such page, not with every visit. */
export function useProse<Name extends keyof typeof prose>(name: Name): (typeof prose)[Name] {
  const { t } = useTranslation('prose')
  return t(name as 'help', { returnObjects: true }) as unknown as (typeof prose)[Name]
}
