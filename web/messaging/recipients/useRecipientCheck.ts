import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { guarded, post } from '../../core/api.ts'
import { keys } from '../keys.ts'
import { typedAddresses } from './typedAddresses.ts'

/** Debounce while an address is typed. */
const pause_ms = 600

/** Which addresses of a text get nothing, and why; undefined until it is known. Those that are not in it have agreed. */
export function useRecipientCheck({ organisation_id, channel, text }: RecipientCheck): Answer[] | undefined {
  const [typed] = useDebouncedValue(typedAddresses(channel, text).join(), pause_ms)
  const { data } = useQuery({
    queryKey: keys.recipientCheck(organisation_id, channel, typed),
    queryFn: async () => {
      const query = { organisation_id, channel, addresses: typed.split(',') }
      return (await guarded(post<Answer[]>('recipient/check', query))).data
    },
    enabled: typed !== '',
    staleTime: 60_000,
    // No retries: saving checks the addresses too.
    retry: false,
  })
  return data
}

export const isTrouble = ({ bounced, unsubscribed, confirmation }: Answer) =>
  bounced || unsubscribed || confirmation === 'declined'

export type RecipientCheck = {
  organisation_id: number
  channel: 'email' | 'sms'
  /** Comma-separated, as typed so far. */
  text: string
}
export type Answer = {
  address: string
  bounced: boolean
  unsubscribed: boolean
  /** `new`: confirmation is requested on saving. */
  confirmation: 'agreed' | 'new' | 'waiting' | 'declined'
  asked_at: string | null
}
