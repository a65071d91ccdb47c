import { area, multiPolygon } from '@turf/turf'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { distance } from '../map/draw/circle.ts'
import type { Draft } from '../map/draw/draft.ts'
import { closed, countVertices } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import classes from './BoundaryEditor.module.css'

/** The next step of drawing, and the size of the shape. */
export function DrawHint({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { shape, sketch, tool, cuts } = draft
  const size = useMemo(() => (shape ? sizeOf(t, shape) : null), [t, shape])
  const radius =
    sketch?.tool === 'circle'
      ? t('tracking:draw.radius', { radius: lengthOf(t, distance(sketch.from, sketch.to)) })
      : null
  const grabbed = shape?.kind === 'circle' ? 'selectCircle' : shape ? 'select' : 'empty'
  const hint = t(`tracking:draw.hint.${tool === 'select' ? grabbed : tool}`)
  return (
    <div className={classes.hint} aria-live="polite">
      {(radius ?? (tool === 'select' && size)) && <b>{radius ?? size} · </b>}
      {cuts && `${t('tracking:draw.hint.cut')} `}
      {hint}
    </div>
  )
}

function sizeOf(t: TFunction, shape: Shape): string {
  if (shape.kind === 'circle') return t('tracking:draw.radius', { radius: lengthOf(t, shape.radius_m) })
  const metres = area(multiPolygon(closed(shape)))
  return t('tracking:draw.area', { area: areaOf(t, metres), count: countVertices(shape) })
}

function areaOf(t: TFunction, metres: number): string {
  if (metres < 10_000) return t('tracking:draw.squareMetres', { value: Math.round(metres) })
  if (metres < 1e6) return t('tracking:draw.hectares', { value: short(metres / 1e4) })
  return t('tracking:draw.squareKilometres', { value: short(metres / 1e6) })
}

function lengthOf(t: TFunction, metres: number): string {
  return metres < 1000
    ? t('tracking:draw.metres', { value: Math.round(metres) })
    : t('tracking:draw.kilometres', { value: short(metres / 1000) })
}

const short = (value: number) => value.toLocaleString('en-NZ', { maximumSignificantDigits: 3 })
