import { useEffect, useRef } from 'react'
import { type MapRef, useMap } from 'react-map-gl/maplibre'
import type { Fleet } from '../fleet/fleet.ts'
import { useChosen } from '../stores/chosen.ts'
import { positions } from '../stores/positions.ts'
import { useScene } from '../stores/scene.ts'
import { boxAround, boxAroundBoundaries, mainBody, newZealand } from './fit.ts'

/** Shows the trackers once they are known, but for a few that are far away, unless the person has moved the map or asked for one tracker. */
export function useFirstView(fleet: Fleet, ready: boolean) {
  const map = useMap().current!
  const done = useRef(false)

  useEffect(() => {
    const touched = () => {
      done.current = true
    }
    map.on('dragstart', touched)
    map.on('wheel', touched)
    return () => {
      map.off('dragstart', touched)
      map.off('wheel', touched)
    }
  }, [map])

  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    if (useChosen.getState().id === null) fitFleet(map, fleet, { duration: 0, points: mainBody(pointsOf(fleet)) })
  }, [map, fleet, ready])
}

export function fitFleet(map: MapRef, fleet: Fleet, { duration = 800, points = pointsOf(fleet) } = {}) {
  const whole = fleet.by_view ? useScene.getState().extent : boxAround(points)
  const box = whole ?? boxAroundBoundaries(fleet.boundaries) ?? newZealand
  const padding = paddingOf(map)
  const top = padding.top + noticesHeight(fleet)
  map.fitBounds(box, { padding: { ...padding, top }, maxZoom: 14, duration })
}

function pointsOf({ trackers }: Fleet) {
  return trackers.flatMap(({ id, active }) => {
    const position = active ? positions.latest.get(id)?.fix?.position : null
    return position ? [position.coordinates] : []
  })
}

/** The alerts lie over the top of the map. */
function noticesHeight({ alerts }: Fleet): number {
  return Math.min(alerts.length, 4) * 33
}

/** Keeps what is shown clear of the sheet that covers the lower part on a phone. */
export function paddingOf(map: MapRef) {
  const { clientWidth, clientHeight } = map.getContainer()
  const edge = Math.min(64, clientWidth / 8)
  const bottom = clientWidth < 700 ? clientHeight * 0.45 : edge
  return { top: edge + 16, left: edge, right: edge, bottom }
}
