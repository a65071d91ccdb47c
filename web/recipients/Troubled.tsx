import { Box, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../api.ts'
import { typedAddresses } from './typedAddresses.ts'

/** Time to finish an address. */
const pause_ms = 600

/** What is to be known of addresses while they are typed, before anything is saved or sent. */
export function Troubled({ organisation_id, channel, text }: Props) {
  const { t } = useTranslation()
  const [typed] = useDebouncedValue(typedAddresses(channel, text).join(), pause_ms)
  const { data = [] } = useQuery({
    queryKey: ['recipients', 'check', organisation_id, channel, typed],
    queryFn: async () => {
      const asked = { organisation_id, channel, addresses: typed.split(',') }
      return (await guarded(post<Answer[]>('recipient/check', asked))).data
    },
    enabled: typed !== '',
    staleTime: 60_000,
    // Whoever saves is told again.
    retry: false,
  })
  return (
    // There before it says anything, or nobody hears it; it takes no room until then.
    <Box role="status" mt={data.length > 0 ? -8 : 'calc(-1 * var(--mantine-spacing-md))'}>
      {data.map(({ address, bounced }) => (
        <Text key={address} size="sm" c="var(--outside)">
          {t(bounced ? `recipients.bounced.${channel}` : 'recipients.unsubscribed', { address })}
        </Text>
      ))}
    </Box>
  )
}

type Props = {
  organisation_id: number
  channel: 'email' | 'sms'
  /** Separated by commas, as far as it is typed. */
  text: string
}
type Answer = { address: string; bounced: boolean; unsubscribed: boolean }
