import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import type { StandardKey } from '#api/site/content/page_keys.ts'
import { paths } from '../../core/paths.ts'

/** Pages with an address of their own, in the order in which they are offered, each with its address. */
const addresses: Record<StandardKey, () => string> = {
  home: paths.welcome,
  help: paths.help,
  about: paths.about,
  terms: paths.terms,
  privacy: paths.privacy,
  pricing: paths.pricing,
  downloads: paths.downloads,
}
export const standardKeys = Object.keys(addresses) as StandardKey[]

export const isStandard = (key: string): key is StandardKey => key in addresses

/** Where readers see a page. */
export const addressOf = (key: string) => (isStandard(key) ? addresses[key]() : paths.contentPage(key))

/** What a page is called: as in menus, or as in its address. */
export function usePageName(): (key: string) => string {
  const { t } = useTranslation()
  return (key) => (isStandard(key) ? t(`site:pages.of.${key}`) : key)
}

export function stateOf({ state, has_changes }: Pick<Row<'pagecontent'>, 'state' | 'has_changes'>) {
  return state === 'published' && has_changes ? 'changed' : state
}
