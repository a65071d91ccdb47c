import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { positions } from '../../fleet/positions.ts'
import { useSelection } from '../selection.ts'
import { paddingOf } from './useFirstView.ts'

/** Nearer, a tracker that moves would be out of sight before one has found it. */
const closest = 17

/** Flies to a tracker chosen in the list, in an alert or in the address; waits for its position if need be. */
export function useFlight() {
  const map = useMap().current!
  const flight = useSelection((state) => state.flight)

  useEffect(() => {
    const { id } = useSelection.getState()
    if (flight === 0 || id === null) return
    const fly = () => {
      const position = positions.latest.get(id)?.fix?.position
      if (!position) return false
      const { top, bottom } = paddingOf(map)
      map.flyTo({
        center: position.coordinates as [number, number],
        zoom: Math.min(Math.max(map.getZoom(), 14), closest),
        offset: [0, (top - bottom) / 2],
        duration: 900,
      })
      return true
    }
    if (fly()) return
    const unsubscribe = positions.subscribe((changed) => {
      if (changed.has(id) && fly()) unsubscribe()
    })
    return unsubscribe
  }, [map, flight])
}
