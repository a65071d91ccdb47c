import { useQuery } from '@tanstack/react-query'
import type { MapMouseEvent } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Fleet } from '../kit/fleet.ts'
import { boundariesOf } from '../kit/queries.ts'
import { boxAround, mainBody, newZealand } from '../map/camera/fit.ts'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { ClusterCountsLayer } from '../map/layers/ClusterCountsLayer.tsx'
import { ClustersLayer } from '../map/layers/ClustersLayer.tsx'
import { LabelsLayer } from '../map/layers/LabelsLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import { Field } from '../map/motion/field.ts'
import { fromMercator } from '../map/motion/track.ts'
import type { Player } from '../replay/player/playback.ts'
import { NearPin } from './NearPin.tsx'
import { PastTrackersLayer } from './PastTrackersLayer.tsx'
import { newPlace, type PastFleet } from './pastFleet.ts'
import type { PastQuery } from './query.ts'

/** The map of the whole fleet at the moment of the playback. */
export default function PastMap(props: Props) {
  const { t } = useTranslation()
  const { data: boundaries = none } = useQuery(boundariesOf(props.organisation_id))
  return (
    <MapFrame label={t('tracking:timemachine.map')} bounds={newZealand}>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={boundaries} colour={colour} />
          {props.fleet && <Trackers key={props.fleet.from} {...props} fleet={props.fleet} colour={colour} />}
          {props.near && <NearPin near={props.near} />}
        </>
      )}
    </MapFrame>
  )
}

function Trackers({ fleet, loaded, done, player, colour, selected, select, ask }: Shown) {
  const map = useMap().current!
  const [field] = useState(() => new Field())
  const named = useMemo(() => fleetOf(fleet, loaded), [fleet, loaded])
  const place = useRef<MapMouseEvent['lngLat'] | null>(null)
  useEffect(() => {
    const note = ({ lngLat }: MapMouseEvent) => {
      place.current = lngLat
    }
    // Before the click is handled.
    map.on('mousedown', note)
    map.on('click', note)
    return () => {
      map.off('mousedown', note)
      map.off('click', note)
    }
  }, [map])
  const onClick = useCallback(
    (id: number | null) => {
      if (id !== null) select(id)
      else if (place.current) ask({ lat: place.current.lat, lon: place.current.lng })
    },
    [select, ask],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day, when it is read
  useEffect(() => {
    const points = done ? placesOf(fleet, player.store.getState().at) : []
    const box = boxAround(mainBody(points))
    if (box) map.fitBounds(box, { padding: 60, maxZoom: 14, duration: 0 })
  }, [map, fleet, done])

  return (
    <>
      <ClustersLayer field={field} colour={colour} />
      <PastTrackersLayer
        field={field}
        fleet={fleet}
        loaded={loaded}
        player={player}
        colour={colour}
        selected={selected}
        onClick={onClick}
      />
      <ClusterCountsLayer colour={colour} />
      <LabelsLayer field={field} fleet={named} colour={colour} />
    </>
  )
}

function placesOf(fleet: PastFleet, at: number) {
  const place = newPlace()
  return fleet.ids.flatMap((_, index) => {
    if (!fleet.find(index, at, place)) return []
    const { lon, lat } = fromMercator(place.x, place.y)
    return [[lon, lat]]
  })
}

/** What the layer of labels needs. */
function fleetOf({ ids, names }: PastFleet, _loaded: number): Fleet {
  const byId = new Map(
    ids.map((id) => [id, { id, number: '', name: names.get(id)!, active: true, online: true, seen_at: null }]),
  )
  return { trackers: [], byId, by_view: false, boundaries: [], alerts: [], leaving: new Map() }
}

const none: never[] = []

type Props = {
  organisation_id: number
  fleet: PastFleet | null
  /** How many trackers are read so far. */
  loaded: number
  done: boolean
  player: Player
  selected: number | null
  select: (id: number) => void
  near: PastQuery['near']
  ask: (near: { lat: number; lon: number }) => void
}
type Shown = Props & { fleet: PastFleet; colour: Colours }
