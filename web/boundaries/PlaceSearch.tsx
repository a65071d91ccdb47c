import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import { towns } from '../map/basemap/towns.ts'
import { SearchIcon } from '../ui/icons.tsx'
import classes from './BoundaryEditor.module.css'

/** Goes to one of the towns of the built-in map. */
export function PlaceSearch() {
  const { t } = useTranslation()
  const map = useMap().current!
  const names = useMemo(
    () => towns.features.map(({ properties }, i) => ({ value: String(i), label: String(properties!.name) })),
    [],
  )
  const go = (value: string | null) => {
    const town = towns.features[Number(value)]
    if (value === null || town?.geometry.type !== 'Point') return
    map.flyTo({
      center: town.geometry.coordinates as [number, number],
      zoom: Math.max(11, map.getZoom()),
      duration: 900,
    })
  }
  return (
    <Select
      className={classes.search}
      aria-label={t('draw.search')}
      placeholder={t('draw.search')}
      leftSection={<SearchIcon />}
      data={names}
      limit={8}
      searchable
      clearable
      nothingFoundMessage={t('draw.noTown')}
      onChange={go}
    />
  )
}
