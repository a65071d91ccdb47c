import type { MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { type Dispatch, useEffect, useRef } from 'react'
import { type MapRef, useMap } from 'react-map-gl/maplibre'
import { type Action, type Draft, drags } from './draft.ts'
import { ringAt } from './edit.ts'
import type { Handle } from './handles.ts'
import { near, toArea } from './shape.ts'

/** Pixels: a press with less movement is a click. */
const still = 5
const reach = { mouse: 11, touch: 26 }
/** Milliseconds in which mouse events after a touch are ignored: browsers emulate them. */
const echo = 800

/** Translates pointer events on the map to actions of the draft. Events that the draft does not use move the map. */
export function usePen(draft: Draft, handles: Handle[], dispatch: Dispatch<Action>) {
  const map = useMap().current!
  const now = useRef({ draft, handles })
  now.current = { draft, handles }

  useEffect(() => {
    let pressed: { at: Point; what: 'handle' | 'map' } | null = null
    let far = false
    let touched_at = 0

    const down = (event: PenEvent, pixels: number) => {
      const { draft, handles } = now.current
      const handle = draft.tool === 'select' ? handleAt(map, handles, event.point, pixels) : null
      if (!handle && !drags(draft.tool)) return
      event.preventDefault()
      pressed = { at: event.point, what: handle ? 'handle' : 'map' }
      far = false
      dispatch(handle ? { type: 'grab', handle } : { type: 'press', at: event.lngLat.toArray() })
    }
    const move = (event: PenEvent) => {
      const { draft, handles } = now.current
      const at = event.lngLat.toArray()
      if (pressed && Math.hypot(event.point.x - pressed.at.x, event.point.y - pressed.at.y) >= still) far = true
      if (!pressed) point(map, draft, handleAt(map, handles, event.point, reach.mouse))
      if (pressed?.what === 'handle') {
        if (far) dispatch({ type: 'drag', at })
      } else if (draft.tool !== 'select') dispatch({ type: 'move', at })
    }
    const up = () => {
      const what = pressed?.what
      pressed = null
      if (what === 'handle') dispatch({ type: 'drop' })
      if (what === 'map') dispatch({ type: 'release', still: !far, tolerance: 1.5 / (512 * 2 ** map.getZoom()) })
    }
    const click = (event: MapMouseEvent) => {
      const { draft, handles } = now.current
      const at = event.lngLat.toArray()
      if (draft.tool === 'polygon') return dispatch({ type: 'click', at, closes: onFirst(map, draft, event.point) })
      if (draft.tool !== 'select' || handleAt(map, handles, event.point, reach.mouse)) return
      dispatch({ type: 'choose', place: draft.shape && ringAt(toArea(draft.shape), at) })
    }

    const on = {
      mousedown: (event: MapMouseEvent) => {
        if (event.originalEvent.button === 0 && Date.now() - touched_at > echo) down(event, reach.mouse)
        else if (drags(now.current.draft.tool)) event.preventDefault()
      },
      mousemove: (event: MapMouseEvent) => void (Date.now() - touched_at > echo && move(event)),
      touchstart: (event: MapTouchEvent) => {
        touched_at = Date.now()
        if (event.points.length === 1) return down(event, reach.touch)
        // A second finger means pinch zoom.
        if (pressed) dispatch({ type: pressed.what === 'handle' ? 'drop' : 'escape' })
        pressed = null
      },
      touchmove: (event: MapTouchEvent) => {
        touched_at = Date.now()
        if (event.points.length === 1) move(event)
      },
      click,
    }
    for (const [name, run] of Object.entries(on)) map.on(name as 'click', run as typeof click)
    for (const name of ends) window.addEventListener(name, up)
    map.getMap().doubleClickZoom.disable()
    return () => {
      for (const [name, run] of Object.entries(on)) map.off(name as 'click', run as typeof click)
      for (const name of ends) window.removeEventListener(name, up)
    }
  }, [map, dispatch])
}

const ends = ['mouseup', 'touchend', 'touchcancel'] as const

function handleAt(map: MapRef, handles: Handle[], { x, y }: Point, pixels: number): Handle | null {
  let [best, nearest] = [pixels, null as Handle | null]
  for (const handle of handles) {
    const [lon, lat] = near(handle.at, map.getCenter().toArray())
    const at = map.project([lon!, lat!])
    const away = Math.hypot(at.x - x, at.y - y)
    // Vertices win over midpoints.
    if (away < best && !(nearest?.kind === 'vertex' && handle.kind === 'midpoint')) [best, nearest] = [away, handle]
  }
  return nearest
}

function onFirst(map: MapRef, { sketch }: Draft, { x, y }: Point): boolean {
  if (sketch?.tool !== 'polygon' || sketch.points.length < 3) return false
  const [lon, lat] = near(sketch.points[0]!, map.getCenter().toArray())
  const at = map.project([lon!, lat!])
  return Math.hypot(at.x - x, at.y - y) < reach.mouse
}

function point(map: MapRef, { tool }: Draft, handle: Handle | null) {
  map.getCanvas().style.cursor = tool !== 'select' ? 'crosshair' : handle ? 'grab' : ''
}

type PenEvent = MapMouseEvent | MapTouchEvent
type Point = { x: number; y: number }
