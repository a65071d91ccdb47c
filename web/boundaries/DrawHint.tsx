import { area, multiPolygon } from '@turf/turf'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { distance } from '../map/draw/circle.ts'
import type { Draft } from '../map/draw/draft.ts'
import { closed, countVertices, type Shape } from '../map/draw/shape.ts'
import classes from './BoundaryEditor.module.css'

/** What to do now, and how large it is. */
export function DrawHint({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { shape, sketch, tool, cuts } = draft
  const size = useMemo(() => (shape ? sizeOf(t, shape) : null), [t, shape])
  const radius =
    sketch?.tool === 'circle' ? t('draw.radius', { radius: lengthOf(t, distance(sketch.from, sketch.to)) }) : null
  const grabbed = shape?.kind === 'circle' ? 'selectCircle' : shape ? 'select' : 'empty'
  const hint = t(`draw.hint.${tool === 'select' ? grabbed : tool}`)
  return (
    <div className={classes.hint} aria-live="polite">
      {(radius ?? (tool === 'select' && size)) && <b>{radius ?? size} · </b>}
      {cuts && `${t('draw.hint.cut')} `}
      {hint}
    </div>
  )
}

function sizeOf(t: TFunction, shape: Shape): string {
  if (shape.kind === 'circle') return t('draw.radius', { radius: lengthOf(t, shape.radius_m) })
  const metres = area(multiPolygon(closed(shape)))
  return t('draw.area', { area: areaOf(t, metres), count: countVertices(shape) })
}

function areaOf(t: TFunction, metres: number): string {
  if (metres < 10_000) return t('draw.squareMetres', { value: Math.round(metres) })
  if (metres < 1e6) return t('draw.hectares', { value: short(metres / 1e4) })
  return t('draw.squareKilometres', { value: short(metres / 1e6) })
}

function lengthOf(t: TFunction, metres: number): string {
  return metres < 1000
    ? t('draw.metres', { value: Math.round(metres) })
    : t('draw.kilometres', { value: short(metres / 1000) })
}

const short = (value: number) => value.toLocaleString('en-NZ', { maximumSignificantDigits: 3 })
