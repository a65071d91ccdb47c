import { useQuery } from '@tanstack/react-query'
import { cyclesOf } from '../cycles/queries.ts'
import { currentCyclesOf, refdataOf } from '../kit/queries.ts'
import type { Standard } from './differences.ts'

/** The standards of the cycles that the person is in now, or of all that the organisation has open. None until they are read. */
export function useStandards(organisation_id: number, of: 'mine' | 'all' = 'mine'): Standard[] {
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const { data: mine } = useQuery({ ...currentCyclesOf(organisation_id), enabled: of === 'mine' })
  const { data: all } = useQuery({ ...cyclesOf(organisation_id), enabled: of === 'all' })
  const cycles = (of === 'mine' ? mine : all?.filter(({ state }) => state !== 'closed')) ?? []
  return (refdata?.standards ?? []).filter(({ id }) => cycles.some((each) => each.cpd_standard_id === id))
}
