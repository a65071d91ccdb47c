import { queries } from '../../../core/queries.ts'
import { keys } from '../../keys.ts'
import type { LentPosition } from '../../types.ts'

/** Moves trackers on loan that are known; what else is known of them is read. */
export function applyLent(organisation_id: number, positions: LentPosition[]) {
  const at = new Map(positions.map((position) => [position.id, position]))
  queries.setQueryData(keys.borrowed(organisation_id), (before: { id: number }[] | undefined) =>
    before?.map((loan) => ({ ...loan, ...at.get(loan.id) })),
  )
}
