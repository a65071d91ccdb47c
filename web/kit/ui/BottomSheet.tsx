import { UnstyledButton } from '@mantine/core'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './BottomSheet.module.css'

const stops = [0.16, 0.45, 0.88]

/**
 * Bottom sheet for phones, dragged by its handle to one of three heights; a press moves to the next height.
 *
 * @param initial index of the first height
 */
export function BottomSheet({ label, initial = 1, children }: Props) {
  const [stop, setStop] = useState<number>(initial)
  const [dragged, setDragged] = useState<number | null>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const grip = useRef<{ y: number; height: number; moved: boolean } | null>(null)

  const room = () => sheet.current!.parentElement!.clientHeight
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { y: event.clientY, height: sheet.current!.clientHeight, moved: false }
  }
  const move = (event: PointerEvent) => {
    if (!grip.current) return
    const way = grip.current.y - event.clientY
    if (Math.abs(way) > 4) grip.current.moved = true
    if (grip.current.moved) setDragged((grip.current.height + way) / room())
  }
  const up = () => {
    if (dragged !== null) setStop(nearest(dragged))
    setDragged(null)
  }
  const press = () => {
    if (!grip.current?.moved) setStop((stop + 1) % stops.length)
    grip.current = null
  }

  return (
    <div
      ref={sheet}
      className={classes.sheet}
      data-covers="bottom"
      data-dragged={dragged !== null || undefined}
      style={{ height: `${100 * Math.min(0.95, dragged ?? stops[stop]!)}%` }}
    >
      <UnstyledButton
        className={classes.handle}
        aria-label={label}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onClick={press}
      />
      <div className={classes.body}>{children}</div>
    </div>
  )
}

function nearest(part: number): number {
  const distances = stops.map((stop) => Math.abs(stop - part))
  return distances.indexOf(Math.min(...distances))
}

type Props = { label: string; initial?: 0 | 1 | 2; children: ReactNode }
