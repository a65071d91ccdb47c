import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const website = queryOptions({
  queryKey: ['website'],
  queryFn: api.website,
  staleTime: Number.POSITIVE_INFINITY,
})
