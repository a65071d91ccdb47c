import { queries } from '../../../core/queries.ts'
import { keys } from '../../keys.ts'
import type { LentPosition } from '../../types.ts'

/** Moves trackers on loan that are known; what else is known of them is read. */
export function applyLent(organisation_id: number, positions: LentPosition[]) {
  const at = new Map(positions.map((position) => [keyOf(position), position]))
  queries.setQueryData(keys.borrowed(organisation_id), (before: Loan[] | undefined) =>
    before?.map((loan) => ({ ...loan, ...at.get(keyOf(loan)) })),
  )
}

/** Loans of this installation and those from others count their ids apart. */
const keyOf = ({ elsewhere, id }: Loan) => `${elsewhere} ${id}`

type Loan = { elsewhere: boolean; id: number }
