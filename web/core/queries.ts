import { QueryClient } from '@tanstack/react-query'

/** The client of the API retries by itself, so queries do not; and whoever is offline is told so, not kept waiting. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 60_000, refetchOnWindowFocus: false } },
})
