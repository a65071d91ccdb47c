import { Marker as MapMarker } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { Leg } from './legs.ts'
import type { Player } from './player/playback.ts'
import classes from './Replay.module.css'
import { placeAt, type Track } from './track.ts'

/** Markers of the replay, updated each frame outside React. */
export function Markers({ shown, player }: { shown: Shown[]; player: Player }) {
  const map = useMap().current!

  useEffect(() => {
    const markers = shown.map((each) => makeMarker(each))
    const move = () => {
      const { at } = player.store.getState()
      for (const marker of markers) marker.move(at)
    }
    for (const { marker } of markers) marker.setLngLat([0, 0]).addTo(map.getMap())
    move()
    const unsubscribe = player.store.subscribe(move)
    return () => {
      unsubscribe()
      for (const { marker } of markers) marker.remove()
    }
  }, [map, shown, player])

  return null
}

function makeMarker({ name, track, line }: Shown) {
  const element = document.createElement('div')
  element.className = classes.marker!
  element.style.setProperty('--line-colour', line)
  const arrow = element.appendChild(document.createElement('span'))
  arrow.className = classes.arrow!
  const label = element.appendChild(document.createElement('span'))
  label.className = classes.name!
  label.textContent = name
  const marker = new MapMarker({ element })

  function move(at: number) {
    const place = placeAt(track, at)
    element.hidden = place === null
    if (!place) return
    marker.setLngLat([place.lon, place.lat])
    element.toggleAttribute('data-outside', place.outside)
    element.toggleAttribute('data-silent', place.silent)
    element.toggleAttribute('data-moving', place.heading !== null && !place.silent)
    if (place.heading !== null) arrow.style.rotate = `${place.heading}deg`
  }
  return { marker, move }
}

export type Shown = { id: number; name: string; track: Track; line: string; legs: Leg[] }
