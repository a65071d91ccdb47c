import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { keys } from '../../keys.ts'
import type { Basemap, MapSettings } from '../../types.ts'

/** Base maps of the installation. */
export const mapSettings = queryOptions({ queryKey: keys.map(), queryFn: api.map, staleTime: 60_000 })

export const builtIn: Basemap = {
  id: 'built_in',
  name: null,
  kind: 'built_in',
  light_url: null,
  dark_url: null,
  attribution: null,
  max_zoom: null,
  bounds: null,
}

/** Settings while the server does not answer. */
export const withoutServer: MapSettings = { basemap: builtIn.id, undecided: false, basemaps: [builtIn] }

/** The selected base map, the default one if it is not offered (any more), or the built-in one. */
export function basemapOf({ basemaps, basemap }: MapSettings, selected: string | null): Basemap {
  const named = (id: string | null) => basemaps.find((each) => each.id === id)
  return named(selected) ?? named(basemap) ?? builtIn
}
