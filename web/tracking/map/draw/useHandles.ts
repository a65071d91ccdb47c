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
    const updateViewport = () => setViewport(boxOf(map.getBounds()))
    map.on('moveend', updateViewport)
    map.on('resize', updateViewport)
    return () => {
      map.off('moveend', updateViewport)
      map.off('resize', updateViewport)
    }
  }, [map])
  return useMemo(() => (tool === 'select' ? handlesOf(shape, view) : []), [shape, tool, view])
}

function boxOf(bounds: { toArray: () => [number, number][] }): Box {
  const [[west, south], [east, north]] = bounds.toArray() as [[number, number], [number, number]]
  return [west, south, east, north]
}
