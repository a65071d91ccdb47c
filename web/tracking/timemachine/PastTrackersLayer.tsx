import { useEffect, useMemo, useRef } from 'react'
import { Layer, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Field } from '../map/motion/field.ts'
import { type Mark, styleOf } from '../map/motion/markerStyle.ts'
import { createMarkers } from '../map/motion/markers.ts'
import { tickNow } from '../map/motion/ticks.ts'
import { useHoveredTracker } from '../map/motion/useHoveredTracker.ts'
import type { Player } from '../replay/player/playback.ts'
import { newPlace, type PastFleet } from './pastFleet.ts'

const states = ['inside', 'outside', 'unknown'] as const
/** Milliseconds: clusters and labels follow the markers so often. */
const follow = 200

/** The markers of a fleet at the moment of the playback, written into the field outside React. */
export function PastTrackersLayer({ field, fleet, loaded, player, colour, selected, onClick }: Props) {
  const map = useMap().current!
  const hovered = useHoveredTracker(field, onClick)
  const colours = useRef(colour)
  const markers = useMemo(() => createMarkers(field, () => colours.current), [field])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` is how far the fleet is read
  useEffect(() => {
    const place = newPlace()
    let followed_at = 0
    const show = () => {
      const { at } = player.store.getState()
      const now = performance.now()
      for (const [index, id] of fleet.ids.entries()) {
        if (!fleet.find(index, at, place)) {
          field.remove(id)
          continue
        }
        const mark: Mark = id === selected ? 2 : id === hovered ? 1 : 0
        const { silent, heading } = place
        const looks = { state: states[place.verdict]!, silent, moves: place.speed > 0, idles: false, heading, mark }
        field.put(id, place.x - Math.floor(place.x), place.y, styleOf(looks), now, 0)
      }
      markers.changed()
      if (now - followed_at < follow) return
      followed_at = now
      tickNow()
    }
    show()
    return player.store.subscribe(show)
  }, [field, fleet, loaded, player, markers, selected, hovered])

  useEffect(() => {
    colours.current = colour
    map.triggerRepaint()
  }, [map, colour])

  return <Layer {...markers.layer} />
}

type Props = {
  field: Field
  fleet: PastFleet
  loaded: number
  player: Player
  colour: Colours
  selected: number | null
  /** The tracker that was clicked; null beside all. */
  onClick: (id: number | null) => void
}
