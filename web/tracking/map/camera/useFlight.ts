import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { positions } from '../../kit/live/positions.ts'
import { useSelection } from '../../kit/selection.ts'
import { offsetOf } from './useFirstView.ts'

/** Maximum zoom of a flight: closer, a moving tracker leaves the view before it is noticed. */
const closest = 17

/**
 * Flies to a selected tracker, as soon as its position is known and its panel covers a part of the map.
 *
 * @param in_panel id of the tracker that the panel shows
 */
export function useFlight(in_panel: number | null) {
  const map = useMap().current!
  const id = useSelection((state) => (state.flight && state.id === in_panel ? state.id : null))

  useEffect(() => {
    if (id === null) return
    const fly = () => {
      const position = positions.latest.get(id)?.fix?.position
      if (!position) return false
      map.flyTo({
        center: position.coordinates as [number, number],
        zoom: Math.min(Math.max(map.getZoom(), 14), closest),
        offset: offsetOf(map),
        duration: 900,
      })
      useSelection.setState({ flight: false })
      return true
    }
    if (fly()) return
    const unsubscribe = positions.subscribe((changed) => {
      if (changed.has(id) && fly()) unsubscribe()
    })
    return unsubscribe
  }, [map, id])
}
