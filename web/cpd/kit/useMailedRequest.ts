import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSending } from '../../kit/forms/useSending.ts'

/** What the person with a mailed link is asked for. Needs no account. */
export function useMailedRequest<Request>(read: (token: string) => Promise<{ data: Request }>) {
  // After the #, which browsers send to no server.
  const token = useLocation().hash.slice(1)
  const [request, setRequest] = useState<Request | null>(null)
  const { refusal, send } = useSending()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (token) void send(async () => setRequest((await read(token)).data))
  }, [token])
  return { token, request, refusal }
}
