import { QueryClient } from '@tanstack/react-query'

/** The client of the API retries by itself, so queries do not. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
})
