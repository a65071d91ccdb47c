import { queryOptions } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

export const suggestionsOf = (organisation_id: number, days: number) =>
  queryOptions({
    queryKey: keys.suggestedPlaces(organisation_id, days),
    queryFn: async () =>
      (await guarded(client.act('GET place/suggestions', { organisation_id, days, limit: MOST }))).data,
    staleTime: 60_000,
  })

/** A place has no id: it is found again each time. */
export const keyOf = ({ lon, lat }: Pick<Place, 'lon' | 'lat'>) => `${lon.toFixed(4)} ${lat.toFixed(4)}`

const MOST = 200

export type Suggestions = DataOf<'GET place/suggestions'>
export type Place = Suggestions['places'][number]
