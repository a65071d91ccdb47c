import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { setFollow, useSelection } from '../../kit/selection.ts'
import type { Field } from '../motion/field.ts'
import { fromMercator } from '../motion/track.ts'
import { offsetOf } from './useFirstView.ts'

const every = 1000

/** Keeps the followed tracker centred until the user drags the map. */
export function useFollow(field: Field) {
  const map = useMap().current!
  const id = useSelection((state) => (state.follow ? state.id : null))

  useEffect(() => {
    if (id === null) return
    const centre = () => {
      const place = field.place(id, performance.now() + every)
      if (!place || map.isZooming()) return
      const { lon, lat } = fromMercator(place.x, place.y)
      map.easeTo({ center: [lon, lat], offset: offsetOf(map), duration: every, easing: (part) => part })
    }
    const stopFollowing = () => setFollow(false)
    centre()
    const timer = setInterval(centre, every)
    map.on('dragstart', stopFollowing)
    return () => {
      clearInterval(timer)
      map.off('dragstart', stopFollowing)
    }
  }, [map, field, id])
}
