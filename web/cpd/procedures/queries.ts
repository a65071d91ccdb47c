import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** The number that the person's next case would get, and their last case, whose modality and region it often has. */
export const nextCaseOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: queryKeys.nextCase(organisation_id, user_id),
    queryFn: async () => {
      const [next, last] = await Promise.all([
        guarded(
          client.call<{ data: { case_number: number } }>('GET', 'procedure/next_case_number', { organisation_id }),
        ),
        guarded(client.list('procedure', { organisation_id, user_id, limit: 1 })),
      ])
      return { case_number: next.data.case_number, last: last.data[0] ?? null }
    },
    staleTime: 0,
  })
