import { useMemo } from 'react'
import type { Boundary } from '../types.ts'
import { pathsOf } from './preview.ts'

const [width, height] = [40, 24]

/** Thumbnail of a boundary. */
export function Preview({ boundary }: { boundary: Boundary }) {
  const { area, edge } = useMemo(() => pathsOf(boundary, width - 4, height - 4), [boundary])
  const drawn = boundary.rule === 'keep_out' ? 'var(--keep-out)' : 'var(--boundary)'
  const colour = boundary.active ? drawn : 'var(--offline)'
  return (
    <svg
      width={width}
      height={height}
      viewBox={`-2 -2 ${width} ${height}`}
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      <path d={area} fill={colour} fillOpacity="0.15" fillRule="evenodd" />
      <path d={edge} fill="none" stroke={colour} strokeWidth="1.5" />
    </svg>
  )
}
