import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { keys } from '../keys.ts'
import { polygonsOf } from '../kit/places/polygons.ts'
import { boundariesOf } from '../kit/queries.ts'
import { type Box, boxAround, mainBody, newZealand } from '../map/camera/fit.ts'
import { lastView } from '../map/camera/lastView.ts'
import type { Action, Draft } from '../map/draw/draft.ts'
import { useHandles } from '../map/draw/useHandles.ts'
import { usePen } from '../map/draw/usePen.ts'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { DraftLayer } from '../map/layers/DraftLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import { DrawHint } from './DrawHint.tsx'
import { FleetOnMap } from './FleetOnMap.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import { PlacesLayer } from './rehearsal/PlacesLayer.tsx'
import type { Places } from './rehearsal/Rehearsal.tsx'

/** Pixels for the tools, the hint and, on a phone, the sheet, which cover the map. */
const clear = { top: 120, bottom: 130, left: 48, right: 48 }

/** Map of the editor, with other boundaries and trackers for orientation. */
export default function DrawMap({ draft, dispatch, focus, without, places, placesAre = 'outside' }: Props) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data, isPending } = useQuery(boundariesOf(organisation_id))
  const others = (data ?? []).filter(({ id }) => id !== without)
  const last = lastView()
  const view = focus ?? last ?? boxAround(mainBody(others.flatMap((other) => polygonsOf(other).flat(2))))
  const reported = useQuery({ ...lastReported(organisation_id), enabled: !isPending && view === null })
  if (isPending || reported.isLoading) return null
  const bounds = view ?? reported.data ?? newZealand
  return (
    <>
      <MapFrame label={t('tracking:draw.map')} bounds={bounds} padding={!focus && last ? 0 : clear}>
        {(colour) => (
          <>
            <BoundariesLayer boundaries={others} colour={colour} />
            <FleetOnMap organisation_id={organisation_id} colour={colour} />
            {places.length > 0 && <PlacesLayer places={places} colour={colour} state={placesAre} />}
            <Drawing draft={draft} dispatch={dispatch} colour={colour} />
            <Focus box={focus} />
            <PlaceSearch />
          </>
        )}
      </MapFrame>
      <DrawHint draft={draft} />
    </>
  )
}

/** A box around the last reported position, as boundaries are drawn where trackers are. */
const lastReported = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.lastPositions(organisation_id),
    queryFn: async () => {
      const { data } = await guarded(client.list('trackerevent', { organisation_id, limit: 20 }))
      const at = data.find(({ position }) => position !== null)?.position?.coordinates
      return at ? boxAround(around(at)) : null
    },
  })

const around = ([lon, lat]: number[]) => [-0.05, 0.05].map((degrees) => [lon! + degrees, lat! + degrees])

function Drawing({ draft, dispatch, colour }: { draft: Draft; dispatch: Dispatch<Action>; colour: Colours }) {
  const handles = useHandles(draft)
  usePen(draft, handles, dispatch)
  return <DraftLayer draft={draft} handles={handles} colour={colour} />
}

/** Moves the map to an imported shape. */
function Focus({ box }: { box: Box | null }) {
  const map = useMap().current!
  const shown = useRef(box)
  useEffect(() => {
    if (box && shown.current !== box) map.fitBounds(box, { padding: clear, maxZoom: 16, duration: 600 })
    shown.current = box
  }, [map, box])
  return null
}

type Props = {
  draft: Draft
  dispatch: Dispatch<Action>
  focus: Box | null
  without: number | null
  /** Of alerts that a rehearsal has found, or of visits. */
  places: Places
  placesAre?: 'inside' | 'outside'
}
