import { useEffect, useMemo, useRef } from 'react'
import { Layer, useMap } from 'react-map-gl/maplibre'
import type { Fleet } from '../../fleet/fleet.ts'
import type { Colours } from '../basemap/colours.ts'
import { pick, useChosen } from '../chosen.ts'
import type { Field } from '../motion/field.ts'
import { createMarkers } from '../motion/markers.ts'
import { useMovement } from '../motion/useMovement.ts'
import { usePointed } from '../motion/usePointed.ts'

/** @param passive they are looked at, and cannot be chosen */
export function TrackersLayer({ field, fleet, colour, passive = false }: Props) {
  const map = useMap().current!
  const chosen = useChosen((state) => (passive ? null : state.id))
  const pointed = usePointed(field, passive ? null : pick)
  const colours = useRef(colour)
  const markers = useMemo(() => createMarkers(field, () => colours.current), [field])

  useMovement({ field, markers, fleet, chosen, pointed })
  useEffect(() => {
    colours.current = colour
    map.triggerRepaint()
  }, [map, colour])

  return <Layer {...markers.layer} />
}

type Props = { field: Field; fleet: Fleet; colour: Colours; passive?: boolean }
