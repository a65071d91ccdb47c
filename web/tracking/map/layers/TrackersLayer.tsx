import { useEffect, useMemo, useRef } from 'react'
import { Layer, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Fleet } from '../../kit/fleet.ts'
import { selectTracker, useSelection } from '../../kit/selection.ts'
import type { Field } from '../motion/field.ts'
import { createMarkers } from '../motion/markers.ts'
import { useHoveredTracker } from '../motion/useHoveredTracker.ts'
import { useMovement } from '../motion/useMovement.ts'

/**
 * @param passive trackers cannot be selected
 * @param onSelect what a click on a tracker does
 */
export function TrackersLayer({ field, fleet, colour, passive = false, onSelect = selectTracker }: Props) {
  const map = useMap().current!
  const selected = useSelection((state) => (passive ? null : state.id))
  const hovered = useHoveredTracker(field, passive ? null : onSelect)
  const colours = useRef(colour)
  const markers = useMemo(() => createMarkers(field, () => colours.current), [field])

  useMovement({ field, markers, fleet, selected, hovered })
  useEffect(() => {
    colours.current = colour
    map.triggerRepaint()
  }, [map, colour])

  return <Layer {...markers.layer} />
}

type Props = { field: Field; fleet: Fleet; colour: Colours; passive?: boolean; onSelect?: (id: number | null) => void }
