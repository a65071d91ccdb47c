import { useTranslation } from 'react-i18next'
import type { Basemap } from '../../types.ts'

/** Names of base maps: their own, or in the reader's language. */
export function useBasemapName(): (basemap: Basemap) => string {
  const { t } = useTranslation()
  return ({ id, name }) => name ?? t(`tracking:map.basemap.${id as 'built_in' | 'file' | 'style'}`)
}
