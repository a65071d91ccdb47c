import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'

export const website = queryOptions({
  queryKey: queryKeys.website(),
  queryFn: api.website,
  staleTime: Number.POSITIVE_INFINITY,
})
