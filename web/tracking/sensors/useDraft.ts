import { useState } from 'react'
import type { Row } from '#api/client.ts'
import { type DraftPoint, type DraftState, draftOf, pointsOf, statesOf } from './draft.ts'

/** What the form of a sensor holds besides plain fields, and what of it has changed. A sum is calibrated by its parts. */
export function useDraft(sensor: Row<'sensor'> | null) {
  const before = draftOf(sensor)
  const [path, setPath] = useState(before.path)
  const [parts, setParts] = useState(before.parts)
  const [points, setPoints] = useState<DraftPoint[]>(before.points)
  const [states, setStates] = useState<DraftState[]>(before.states)
  const is_sum = parts.length > 0
  const source = is_sum ? '' : path
  const changes = {
    ...(source !== before.path && { path: source }),
    ...(isOther(parts, before.parts) && { sum_of: is_sum ? parts : null }),
    ...(isOther(points, before.points) && { points: pointsOf(points) }),
    ...(isOther(states, before.states) && { states: statesOf(states) }),
    ...(is_sum && before.parts.length === 0 && plain),
  }
  return { path, setPath, parts, setParts, points, setPoints, states, setStates, is_sum, source, changes }
}

/** The calibration of a sum. */
const plain = { factor: 1, value_offset: 0, points: null, median_of: 1 }

const isOther = (now: object, before: object) => JSON.stringify(now) !== JSON.stringify(before)

export type Draft = ReturnType<typeof useDraft>
