import { useEffect, useMemo, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { Box } from '../camera/fit.ts'
import type { Draft } from './draft.ts'
import { type Handle, handlesOf } from './handles.ts'

/** Handles within the viewport; none while drawing. */
export function useHandles({ shape, tool }: Draft): Handle[] {
  const map = useMap().current!
  const [view, setViewport] = useState<Box>(() => boxOf(map.getBounds()))
  useEffect(() => {
    const look = () => setViewport(boxOf(map.getBounds()))
    map.on('moveend', look)
    map.on('resize', look)
    return () => {
      map.off('moveend', look)
      map.off('resize', look)
    }
  }, [map])
  return useMemo(() => (tool === 'select' ? handlesOf(shape, view) : []), [shape, tool, view])
}

function boxOf(bounds: { toArray: () => [number, number][] }): Box {
  const [[west, south], [east, north]] = bounds.toArray() as [[number, number], [number, number]]
  return [west, south, east, north]
}
