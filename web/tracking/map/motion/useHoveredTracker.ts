import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { Field } from './field.ts'
import { toMercator } from './track.ts'

/**
 * The tracker under the pointer. A click on a tracker selects it, a click beside clears the selection.
 *
 * @param onClick null while the pointer is used for drawing
 */
export function useHoveredTracker(field: Field, onClick: ((id: number | null) => void) | null): number | null {
  const map = useMap().current!
  const [hovered, setHovered] = useState<number | null>(null)

  useEffect(() => {
    if (!onClick) return
    const coarse = matchMedia('(pointer: coarse)').matches
    const find = ({ lngLat }: MapMouseEvent) => {
      const { x, y } = toMercator(lngLat.lng, lngLat.lat)
      return field.selectTracker(x, y, (coarse ? 24 : 14) / (512 * 2 ** map.getZoom()), performance.now())
    }
    const move = (event: MapMouseEvent) => {
      const id = find(event)
      map.getCanvas().style.cursor = id === null ? '' : 'pointer'
      setHovered(id)
    }
    const click = (event: MapMouseEvent) => onClick(find(event))
    map.on('mousemove', move)
    map.on('click', click)
    return () => {
      map.off('mousemove', move)
      map.off('click', click)
    }
  }, [map, field, onClick])

  return hovered
}
