import { useEffect, useRef } from 'react'
import { type MapRef, useMap } from 'react-map-gl/maplibre'
import type { Fleet } from '../../kit/fleet.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { useSelection } from '../../kit/selection.ts'
import { boxAround, boxAroundBoundaries, mainBody, newZealand } from './fit.ts'
import { pointsOf } from './points.ts'

/**
 * Fits the trackers, without outliers, once they are loaded, unless the user has moved the map or selected a tracker.
 */
export function useFirstView(fleet: Fleet, ready: boolean) {
  const map = useMap().current!
  const done = useRef(false)

  useEffect(() => {
    const cancel = () => {
      done.current = true
    }
    map.on('dragstart', cancel)
    map.on('wheel', cancel)
    return () => {
      map.off('dragstart', cancel)
      map.off('wheel', cancel)
    }
  }, [map])

  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    if (useSelection.getState().id === null) fitFleet(map, fleet, { duration: 0, points: mainBody(pointsOf(fleet)) })
  }, [map, fleet, ready])
}

export function fitFleet(map: MapRef, fleet: Fleet, { duration = 800, points = pointsOf(fleet) } = {}) {
  const whole = fleet.by_view ? useViewportState.getState().extent : boxAround(points)
  const box = whole ?? boxAroundBoundaries(fleet.boundaries) ?? newZealand
  const padding = paddingOf(map)
  const room = map.getContainer().clientHeight - padding.bottom - leastRoom
  const top = Math.max(padding.left, Math.min(padding.top + heightOf(map, 'top'), room))
  map.fitBounds(box, { padding: { ...padding, top }, maxZoom: 14, duration })
}

/** Padding for what covers the map: the bottom sheet on a phone, the panel of a tracker on a desktop. */
export function paddingOf(map: MapRef) {
  const { clientWidth, clientHeight } = map.getContainer()
  const edge = Math.min(64, clientWidth / 8)
  const sheet = Math.min(heightOf(map, 'bottom'), clientHeight / 2)
  // On a phone the buttons are at the end of the line.
  const end = (sheet ? edge + 16 : edge) + coveredBeside(map)
  const [left, right] = isRightToLeft() ? [end, edge] : [edge, end]
  return { top: edge + 16, left, right, bottom: sheet + edge }
}

/** Pixels from the centre of the map to the centre of what nothing covers. */
export function offsetOf(map: MapRef): [x: number, y: number] {
  const { top, bottom } = paddingOf(map)
  return [((isRightToLeft() ? 1 : -1) * coveredBeside(map)) / 2, (top - bottom) / 2]
}

const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** Width that the panel covers at the end of the line: on the right, or on the left where one reads from the right. */
function coveredBeside(map: MapRef): number {
  const container = map.getContainer()
  const panel = container.closest('main')?.querySelector('[data-covers="end"]')
  if (!panel) return 0
  const [whole, covered] = [container.getBoundingClientRect(), panel.getBoundingClientRect()]
  return isRightToLeft() ? covered.right - whole.left : whole.right - covered.left
}

/** Height of the element that covers an edge of the map: alerts at the top, sheet at the bottom. */
function heightOf(map: MapRef, end: 'top' | 'bottom'): number {
  const beside = map.getContainer().closest('main')
  return beside?.querySelector(`[data-covers="${end}"]`)?.clientHeight ?? 0
}

/** Minimum visible height in pixels. */
const leastRoom = 100
