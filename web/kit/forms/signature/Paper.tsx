import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { groupsOf, penOf } from './picture.ts'
import classes from './SignatureField.module.css'
import { paper, type Stroke, toStrokes } from './strokes.ts'

/** Draws strokes, and hands all over at the end of each. */
export function Paper({ strokes, label, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const { ref: sized, width } = useElementSize<HTMLCanvasElement>()
  const ref = useMergedRef(canvas, sized)
  const latest = useRef({ strokes, onChange })
  latest.current = { strokes, onChange }
  const scale = width / paper.width

  useEffect(() => {
    if (scale === 0) return
    // A page that is shown smaller has a ratio below 1, with which the pad would clear only a part of itself.
    const ratio = Math.max(1, devicePixelRatio)
    const { current } = canvas
    current!.width = paper.width * scale * ratio
    current!.height = paper.height * scale * ratio
    current!.getContext('2d')!.scale(ratio, ratio)
    // The points come as often as the screen is drawn; a slow hand makes few.
    const made = new SignaturePad(current!, { ...penOf(scale), minDistance: 2 })
    made.addEventListener('endStroke', () => {
      const { strokes, onChange } = latest.current
      const isTaken = onChange(toStrokes(made.toData(), 1 / scale))
      if (!isTaken) made.fromData(groupsOf(strokes, scale))
    })
    pad.current = made
    return () => made.off()
  }, [scale])

  useEffect(() => {
    if (scale > 0) pad.current?.fromData(groupsOf(strokes, scale))
  }, [strokes, scale])

  return <canvas ref={ref} className={classes.paper} role="img" aria-label={label} />
}

type Props = {
  strokes: Stroke[]
  label: string
  /** @returns false where the new stroke is refused: it is removed */
  onChange: (strokes: Stroke[]) => boolean
}
