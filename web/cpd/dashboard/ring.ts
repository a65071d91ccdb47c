import type { Line } from '../kit/queries.ts'

/** Whether a line asks for something: a limit does not, nor what is waived or not due. Such a line is not met either. */
export function asks({ kind, required }: Pick<Line, 'kind' | 'required'>): boolean {
  return required > 0 && kind !== 'sum_max' && kind !== 'share_max'
}

/** A limit asks for nothing: it is a note about what it leaves out. */
export function isLimit({ kind }: Pick<Line, 'kind'>): boolean {
  return kind === 'sum_max' || kind === 'share_max'
}

/** How much of a ring is filled, 0 to 1: all of it only when the rule asks for something and is met. */
export function shareOf(line: Pick<Line, 'kind' | 'met' | 'counted' | 'required'>): number {
  if (!asks(line)) return 0
  const { met, counted, required } = line
  if (met) return 1
  return Math.min(0.97, Math.max(0, counted / required))
}
