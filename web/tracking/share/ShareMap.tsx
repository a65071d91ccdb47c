import { IconFlag } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Marker, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { StateMark } from '../kit/StateMark.tsx'
import { unwrap } from '../map/basemap/seam.ts'
import { type Box, boxAround } from '../map/camera/fit.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import classes from './Share.module.css'
import { isMoving, isOld, type SharedPosition, type SharedTracker } from './sharedPosition.ts'
import { useLabelled } from './useLabelled.ts'

/** About two kilometres to each side. */
const reach = 0.02

/** Where the trackers of a link are, with their ways and the place that they go to. */
export default function ShareMap({ shown, names, selected, now, padding }: Props) {
  const { t } = useTranslation()
  const placed = useMemo(() => shown.trackers.filter(({ position }) => position !== null), [shown])
  const bounds = boundsOf(shown)!
  return (
    <MapFrame
      label={shown.single ? t('tracking:share.map') : t('tracking:share.mapSome')}
      bounds={bounds}
      padding={padding}
    >
      {(colour) => (
        <>
          <Ways trackers={placed} colour={colour} />
          {shown.place && <Place {...shown.place} />}
          <Marks trackers={placed} names={names} selected={selected} single={shown.single} now={now} />
          <Follow bounds={bounds} selected={placed.find(({ key }) => key === selected)} padding={padding} />
        </>
      )}
    </MapFrame>
  )
}

function Marks({ trackers, names, selected, single, now }: MarksProps) {
  const labelled = useLabelled(trackers, selected)
  return trackers.map((tracker) => (
    <Mark
      key={tracker.key}
      tracker={tracker}
      name={names.get(tracker.key)!}
      labelled={!single && labelled.has(tracker.key)}
      raised={selected === tracker.key}
      now={now}
    />
  ))
}

function Mark({ tracker, name, labelled, raised, now }: MarkProps) {
  const [longitude, latitude] = tracker.position!.coordinates as [number, number]
  return (
    <Marker longitude={longitude} latitude={latitude} style={raised ? { zIndex: 1 } : {}}>
      <div role="img" aria-label={name} className={classes.mark} data-raised={raised || undefined}>
        <StateMark
          state="inside"
          offline={isOld(tracker, now)}
          doing={isMoving(tracker, now) ? 'moving' : 'parked'}
          heading={tracker.heading}
        />
        {labelled && <span>{name}</span>}
      </div>
    </Marker>
  )
}

function Place({ name, position }: NonNullable<SharedPosition['place']>) {
  const [longitude, latitude] = position.coordinates as [number, number]
  return (
    <Marker longitude={longitude} latitude={latitude} anchor="bottom">
      <div role="img" aria-label={name} className={classes.place}>
        <span>{name}</span>
        <Icon of={IconFlag} />
      </div>
    </Marker>
  )
}

/** The ways of the last minutes, each to where its tracker is. */
function Ways({ trackers, colour }: { trackers: SharedTracker[]; colour: Colours }) {
  const lines = trackers.flatMap(({ trail, position }) =>
    trail.length > 0 ? [unwrap([...trail, position!.coordinates])] : [],
  )
  if (lines.length === 0) return null
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  const data = { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } } as const
  return (
    <Source id="trail" type="geojson" data={data}>
      <Layer
        id="trail-casing"
        type="line"
        layout={layout}
        paint={{ 'line-color': colour.casing, 'line-width': 6, 'line-opacity': 0.8 }}
      />
      <Layer id="trail" type="line" layout={layout} paint={{ 'line-color': colour.trail, 'line-width': 3 }} />
    </Source>
  )
}

/** Moves the map to the tracker that is chosen; until a visitor moves it, it keeps all in view. */
function Follow({
  bounds,
  selected,
  padding,
}: {
  bounds: Box
  selected?: SharedTracker | undefined
  padding: Padding
}) {
  const map = useMap().current!
  const moved = useRef(false)
  useEffect(() => {
    const onMove = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) moved.current = true
    }
    map.on('movestart', onMove)
    return () => void map.off('movestart', onMove)
  }, [map])
  const [west, south, east, north] = bounds
  useEffect(() => {
    const view = map.getBounds()
    if (moved.current || (view.contains([west, south]) && view.contains([east, north]))) return
    map.fitBounds([west, south, east, north], { padding, maxZoom: 15 })
  }, [map, west, south, east, north, padding])
  const center = selected?.position?.coordinates as [number, number] | undefined
  const [lon, lat] = center ?? []
  useEffect(() => {
    if (lon === undefined || lat === undefined) return
    moved.current = true
    map.easeTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), 13), padding })
  }, [map, lon, lat, padding])
  return null
}

/** Of a trip the whole way is in view. */
function boundsOf({ trackers, place, trip }: SharedPosition): Box | null {
  const points = [...trackers.map(({ position }) => position), place?.position]
  const way = trip ? trackers.flatMap(({ trail }) => trail) : []
  const box = boxAround([...way, ...points.flatMap((point) => (point ? [point.coordinates] : []))])
  return box && [box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach]
}

export type Padding = { top: number; bottom: number; left: number; right: number }
type Props = {
  shown: SharedPosition
  names: Map<string, string>
  selected: string | null
  now: number
  padding: Padding
}
type MarksProps = Pick<Props, 'names' | 'selected' | 'now'> & { trackers: SharedTracker[]; single: boolean }
type MarkProps = { tracker: SharedTracker; name: string; labelled: boolean; raised: boolean; now: number }
