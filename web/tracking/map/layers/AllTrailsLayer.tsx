import type { Feature, Position } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { api } from '../../api.ts'
import { positions } from '../../kit/live/positions.ts'
import { unwrap } from '../basemap/seam.ts'
import { useTrailMinutes } from '../layers.ts'
import type { Field } from '../motion/field.ts'
import { onTick } from '../motion/ticks.ts'
import { fromMercator } from '../motion/track.ts'
import { Trails } from '../motion/trails.ts'

/** Trackers whose trails are drawn: more would be one surface. */
const most = 300
/** Milliseconds between updates. */
const every = 2000

/** Where the trackers of the view have been in the last minutes: what was reported before is read once. */
export function AllTrailsLayer({ field, organisation_id, colour }: Props) {
  const map = useMap().current!
  const minutes = useTrailMinutes((state) => state.minutes)
  const trails = useRef(new Trails())

  useEffect(() => {
    let unmounted = false
    const kept = new Trails()
    const take = (ids: Iterable<number>) => {
      for (const id of ids) {
        const fix = positions.latest.get(id)?.fix
        if (fix?.position) kept.add(id, fix.position.coordinates, Date.parse(fix.fix_at))
      }
    }
    const from = new Date(Date.now() - minutes * 60_000).toISOString()
    let unsubscribe = () => {}
    // The past first: a trail is in order.
    api.lastEvents(organisation_id, from).then(begin, () => begin([]))

    function begin(events: Awaited<ReturnType<typeof api.lastEvents>>) {
      if (unmounted) return
      for (const { tracker_id, position, valid, fix_at } of events.toReversed()) {
        if (position && valid) kept.add(tracker_id, position.coordinates, Date.parse(fix_at))
      }
      take(positions.latest.keys())
      trails.current = kept
      unsubscribe = positions.subscribe(take)
    }
    return () => {
      unmounted = true
      unsubscribe()
    }
  }, [organisation_id, minutes])

  useEffect(() => {
    let last = 0
    const update = () => {
      const source = map.getSource('trails') as GeoJSONSource | undefined
      if (!source || performance.now() - last < every) return
      last = performance.now()
      const lines = trails.current.since(Date.now() - minutes * 60_000, inView())
      source.setData(linesOf(lines.map(unwrap)))
    }
    function inView(): number[] {
      const bounds = map.getBounds()
      const now = performance.now()
      const near = field.ids.filter((id) => {
        const { x, y } = field.place(id, now)!
        const { lon, lat } = fromMercator(x, y)
        return bounds.contains([lon, lat])
      })
      return near.slice(0, most)
    }
    return onTick((full) => full && update())
  }, [map, field, minutes])

  return (
    <Source id="trails" type="geojson" data={linesOf([])}>
      <Layer
        id="trails"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': colour.trail, 'line-width': 2, 'line-opacity': 0.55 }}
      />
    </Source>
  )
}

function linesOf(coordinates: Position[][]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } }
}

type Props = { field: Field; organisation_id: number; colour: Colours }
