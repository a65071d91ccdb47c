import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { positions } from '../../fleet/positions.ts'
import { useSelection } from '../selection.ts'
import { offsetOf } from './useFirstView.ts'

/** Maximum zoom of a flight: closer, a moving tracker leaves the view before it is noticed. */
const closest = 17

/** Flies to a selected tracker, as soon as its position is known. */
export function useFlight() {
  const map = useMap().current!
  const flight = useSelection((state) => state.flight)

  useEffect(() => {
    const { id } = useSelection.getState()
    if (flight === 0 || id === null) return
    const fly = () => {
      const position = positions.latest.get(id)?.fix?.position
      if (!position) return false
      map.flyTo({
        center: position.coordinates as [number, number],
        zoom: Math.min(Math.max(map.getZoom(), 14), closest),
        offset: offsetOf(map),
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
