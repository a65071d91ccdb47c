import { useEffect, useRef, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { paddingOf } from '../map/camera/useFirstView.ts'
import { OwnPositionLayer } from '../map/layers/OwnPositionLayer.tsx'
import { followPosition, showEvery_ms, useOwnPosition, watchPermission } from './ownPosition.ts'

/** The own position on the map, once permission is granted or requested by the user. */
export function OwnPosition({ colour }: { colour: Colours }) {
  const fix = useOwnPosition((own) => own.fix)
  useShown()
  useFlightToOwn()
  return <OwnPositionLayer fix={fix} colour={colour} />
}

function useShown() {
  const [permission, setPermission] = useState<PermissionState | null>(null)
  const shown = useOwnPosition((own) => own.shown)
  useEffect(() => watchPermission(setPermission), [])
  useEffect(
    () => (permission === 'granted' || shown > 0 ? followPosition(showEvery_ms) : undefined),
    [permission, shown],
  )
}

function useFlightToOwn() {
  const map = useMap().current!
  const { fix, shown } = useOwnPosition()
  const flown = useRef(shown)
  useEffect(() => {
    if (!fix || shown === flown.current) return
    flown.current = shown
    const { top, bottom } = paddingOf(map)
    const zoom = Math.max(map.getZoom(), 14)
    map.flyTo({ center: [fix.lon, fix.lat], zoom, offset: [0, (top - bottom) / 2], duration: 900 })
  }, [map, fix, shown])
}
