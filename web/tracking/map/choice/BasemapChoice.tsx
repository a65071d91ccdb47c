import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { basemapOf, mapSettings } from './mapSettings.ts'
import { selectBasemap, useSelectedBasemap } from './selectedBasemap.ts'
import { useBasemapName } from './useBasemapName.ts'

/** Selects the base map of this browser. Nothing where there is only one. */
export function BasemapChoice() {
  const { t } = useTranslation()
  const nameOf = useBasemapName()
  const { data } = useQuery(mapSettings)
  const selected = useSelectedBasemap((state) => state.id)
  if (!data || data.basemaps.length < 2) return null
  return (
    <Radio.Group label={t('tracking:map.basemap.title')} value={basemapOf(data, selected).id} onChange={selectBasemap}>
      <Stack gap="xs" mt={6}>
        {data.basemaps.map((basemap) => (
          <Radio key={basemap.id} value={basemap.id} label={nameOf(basemap)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Whether there are several base maps to choose from. */
export function useHasChoice(): boolean {
  const { data } = useQuery(mapSettings)
  return (data?.basemaps.length ?? 0) > 1
}
