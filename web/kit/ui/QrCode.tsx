import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { palette } from '#messages/palette.ts'
import classes from './QrCode.module.css'

/** QR code, dark on light in either theme: cameras do not find inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ path: string; size: number } | null>(null)
  useEffect(() => {
    let mounted = true
    import('qr').then(({ encodeQR }) => mounted && setDrawn(draw(encodeQR(text, 'raw', { border: quiet }))))
    return () => {
      mounted = false
    }
  }, [text])
  if (!drawn) return <Skeleton className={classes.code} />
  return (
    <svg className={classes.code} role="img" aria-label={label} viewBox={`0 0 ${drawn.size} ${drawn.size}`}>
      <rect width={drawn.size} height={drawn.size} fill={palette.white} />
      <path d={drawn.path} fill={palette.black} shapeRendering="crispEdges" />
    </svg>
  )
}

/** Quiet zone in modules, as ISO/IEC 18004 §6.3.8 requires. */
const quiet = 4

function draw(rows: boolean[][]): { path: string; size: number } {
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), size: rows.length }
}
