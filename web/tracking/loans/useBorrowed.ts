import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { keys } from '../keys.ts'

/** The trackers on loan to an organisation now; one whose time is over is gone at that moment. */
export function useBorrowed(organisation_id: number): Borrowed[] {
  const { data = none } = useQuery({
    queryKey: keys.borrowed(organisation_id),
    queryFn: async () => (await guarded(client.act('GET trackerloans/borrowed', { organisation_id }))).data,
    refetchInterval: REFRESH,
  })
  const [now, setNow] = useState(Date.now)
  const next = Math.min(...data.map(({ ends_at }) => Date.parse(ends_at)).filter((end) => end > now))
  useEffect(() => {
    if (next === Infinity) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, next - Date.now()) + 1, REFRESH))
    return () => clearTimeout(timer)
  }, [next])
  return data.filter(({ ends_at }) => Date.parse(ends_at) > now)
}

const REFRESH = 20_000
const none: never[] = []

/** The page of a loan: those of this installation and those from others count their ids apart. */
export const linkTo = ({ id, elsewhere }: LoanKey) => paths.loan({ id, ...(elsewhere && { elsewhere: 1 }) })

export const keyOf = ({ id, elsewhere }: LoanKey) => `${id} ${elsewhere}`

type LoanKey = Pick<Borrowed, 'id' | 'elsewhere'>
/** A tracker on loan, with its last position where that may be shown. */
export type Borrowed = {
  /** Whether another installation lends it: `id` is that of a `remoteloan`. */
  elsewhere: boolean
  id: number
  borrower_id: number
  lender_name: string
  tracker_name: string | null
  note: string | null
  begins_at: string
  ends_at: string
  within_area: boolean
  /** Since when the other installation does not answer. */
  failing_since: string | null
  /** By how much the clock of the other installation is ahead of this one's. */
  clock_offset_s: number
  fix_at: string | null
  lon: number | null
  lat: number | null
  speed: number | null
  heading: number | null
}
