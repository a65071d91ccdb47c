import type { Row } from '#api/client.ts'

/** What the form holds while it is typed: fields may be empty. */

export type DraftPoint = [reported: number | '', value: number | '']
export type DraftState = { value: number | ''; text: string }

export const draftOf = (sensor: Row<'sensor'> | null) => ({
  path: sensor?.path ?? '',
  parts: sensor?.sum_of ?? [],
  points: (sensor?.points ?? []).map(([reported, value]): DraftPoint => [reported!, value!]),
  states: (sensor?.states ?? []).map((state): DraftState => ({ ...state })),
})

/** Lines that are filled in; null without any. */
export function pointsOf(points: DraftPoint[]): number[][] | null {
  const filled = points.filter((point): point is [number, number] => point[0] !== '' && point[1] !== '')
  return filled.length > 0 ? filled : null
}

export function statesOf(states: DraftState[]): { value: number; text: string }[] | null {
  const filled = states.flatMap(({ value, text }) =>
    value === '' || text.trim() === '' ? [] : [{ value, text: text.trim() }],
  )
  return filled.length > 0 ? filled : null
}
