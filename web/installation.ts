import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The version, the other regions, and where devices connect. */
export const installation = queryOptions({ queryKey: ['options'], queryFn: api.options })
