import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Town } from '#messages/geography/towns.ts'
import { palette } from '#messages/palette.ts'
import { paths } from '../../../core/paths.ts'
import type { Fleet } from '../../kit/fleet.ts'
import { useLiveClock } from '../../kit/live/useLiveClock.ts'
import { setViewport } from '../../kit/live/viewport.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { type Box, boxAround, boxAroundBoundaries, mainBody, newZealand } from '../../map/camera/fit.ts'
import { pointsOf } from '../../map/camera/points.ts'
import classes from '../Home.module.css'
import { groundOf } from './ground.ts'
import { type Markers, markersOf, nameAt, trackerAt } from './markers.ts'
import { paint } from './paint.ts'
import { boxOfView, type View, viewOf, zoomOf } from './view.ts'

/**
 * Where the trackers are now, as the built-in map would show it in small, at a tenth of its weight. It leads to the map,
 * from a tracker to its panel.
 */
export function FleetPicture({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const { ref, width, height } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const markers = useRef<Markers>({ left: false, single: [], clusters: [] })
  const [pointed, setPointed] = useState<number | null>(null)
  const now = useLiveClock()
  const cells = useViewportState((state) => state.cells)
  const { box, refit } = useBox(fleet)
  const view = useMemo(() => (width && height ? viewOf(box, width, height) : null), [box, width, height])
  const ground = useGround(view)
  const towns = useTowns()
  usePublished(view, fleet.by_view)

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!view || !pen) return
    markers.current = markersOf(fleet, view)
    const ratio = devicePixelRatio || 1
    pen.canvas.width = Math.round(view.width * ratio)
    pen.canvas.height = Math.round(view.height * ratio)
    pen.scale(ratio, ratio)
    const colour = palette.map[scheme]
    paint(pen, { view, colour, ground, boundaries: fleet.boundaries, towns, markers: markers.current })
    if (markers.current.left) refit()
  }, [view, ground, towns, fleet, cells, scheme, now])

  const point = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) =>
    setPointed(trackerAt(markers.current, { x: offsetX, y: offsetY }))
  return (
    <Link
      ref={ref as never}
      className={classes.picture}
      to={paths.map(pointed === null ? undefined : { tracker: pointed })}
      title={nameAt(fleet, pointed)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(null)}
    >
      <canvas ref={canvas} role="img" aria-label={t('tracking:home.picture')} />
    </Link>
  )
}

/** What the picture shows: the trackers without outliers, kept until they have left it. */
function useBox(fleet: Fleet): { box: Box; refit: () => void } {
  const extent = useViewportState((state) => state.extent)
  const whole = useMemo(() => extent ?? boxAroundBoundaries(fleet.boundaries) ?? newZealand, [extent, fleet.boundaries])
  const fitted = () => (fleet.by_view ? null : boxAround(mainBody(pointsOf(fleet))))
  const [own, setOwn] = useState(fitted)
  const refit = () => {
    const next = fitted()
    if (next && String(next) !== String(own)) setOwn(next)
  }
  return { box: own ?? whole, refit }
}

function useGround(view: View | null): Path2D | null {
  const [ground, setGround] = useState<Path2D | null>(null)
  useEffect(() => {
    if (!view) return
    let superseded = false
    groundOf(view).then((path) => !superseded && setGround(path), console.warn)
    return () => {
      superseded = true
    }
  }, [view])
  return ground
}

function useTowns(): readonly Town[] {
  const [towns, setTowns] = useState<readonly Town[]>([])
  useEffect(() => {
    import('../../kit/geography.ts').then(({ largest }) => setTowns(largest), console.warn)
  }, [])
  return towns
}

/** Of a large fleet the server sends what the picture shows. */
function usePublished(view: View | null, by_view: boolean) {
  useEffect(() => {
    if (!view || !by_view) return
    const [west, south, east, north] = boxOfView(view)
    setViewport({ west, south, east, north, zoom: zoomOf(view), tracker_id: null })
  }, [view, by_view])
}
