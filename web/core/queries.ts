import { QueryClient } from '@tanstack/react-query'

/** No retries here: the API client retries. Offline requests fail at once instead of waiting. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 60_000, refetchOnWindowFocus: false } },
})
