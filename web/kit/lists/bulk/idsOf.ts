import { client, guarded } from '../../../core/api.ts'
import type { LabelledResource } from '../../forms/labels.ts'
import type { Filters } from '../useListQuery.ts'

/** Rows that are changed at once. */
export const MOST_IDS = 10_000
const PAGE = 1000

/** The ids of all rows that a list finds, in its order. */
export async function idsOf<N extends LabelledResource>(resource: N, asked: Filters): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | undefined; ids.length < MOST_IDS; ) {
    // The filters are the list's, which are checked there.
    const { data, info } = await guarded(
      client.list(resource, { ...asked, limit: PAGE, ...(after && { after }) } as never),
    )
    ids.push(...data.map(({ id }) => id))
    after = info.next
    if (after === undefined) break
  }
  return ids.slice(0, MOST_IDS)
}
