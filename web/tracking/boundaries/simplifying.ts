import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { closed, open } from '../map/draw/shape.ts'
import type { Area } from '../map/draw/types.ts'

/** The positions that a boundary of the person may have; null until it is known. */
export function useBoundaryLimit(organisation_id: number): number | null {
  const { data } = useQuery({
    queryKey: keys.boundaryLimit(organisation_id),
    queryFn: () => api.boundaryLimit(organisation_id),
  })
  return data ?? null
}

/** A shape that the person may save, and how far it deviates. */
export async function simplifyShape(organisation_id: number, shape: Area): Promise<{ shape: Area; error_m: number }> {
  // Seven decimals are a centimetre; more only make the request longer.
  const round = (value: number) => Math.round(value * 1e7) / 1e7
  const coordinates = closed(shape).map((rings) => rings.map((ring) => ring.map((each) => each.map(round))))
  const { geometry, error_m } = await api.simplifyBoundary({
    organisation_id,
    geometry: { type: 'MultiPolygon', coordinates },
  })
  return { shape: { kind: 'area', polygons: geometry.coordinates.map((rings) => rings.map(open)) }, error_m }
}

/** A distance that is not exceeded: rounded up. */
export function errorText(t: TFunction, error_m: number): string {
  const value = error_m < 10 ? Math.ceil(error_m * 10) / 10 : Math.ceil(error_m)
  return t('tracking:draw.metres', { value: value.toLocaleString('en-NZ') })
}
