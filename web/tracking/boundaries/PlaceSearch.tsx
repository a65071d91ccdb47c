import { Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import { Icon } from '../../kit/ui/Icon.tsx'
import { towns } from '../kit/towns.ts'
import { findTowns, type Town, townsOf } from '../map/basemap/findTowns.ts'
import classes from './BoundaryEditor.module.css'

/** Moves the map to a town of the built-in map. */
export function PlaceSearch() {
  const { t } = useTranslation()
  const map = useMap().current!
  const all = useMemo(() => townsOf(towns), [])
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<Town | null>(null)
  // After a selection the field holds the town's full name.
  const matches = typed === selected?.name ? [selected] : findTowns(all, typed, map.getCenter().toArray())
  const go = (value: string | null) => {
    const town = value === null ? null : all[Number(value)]!
    setSelected(town)
    if (!town) return
    map.flyTo({ center: town.position as [number, number], zoom: Math.max(11, map.getZoom()), duration: 900 })
  }
  const option = (town: Town) => ({ value: String(all.indexOf(town)), label: town.name })
  return (
    <Select
      className={classes.search}
      aria-label={t('tracking:draw.search')}
      placeholder={t('tracking:draw.search')}
      leftSection={<Icon of={IconSearch} />}
      data={[...new Set([...matches, ...(selected ? [selected] : [])])].map(option)}
      filter={({ options }) => options.slice(0, matches.length)}
      value={selected && option(selected).value}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={typed.trim() ? t('tracking:draw.noTown') : undefined}
      onChange={go}
    />
  )
}
