import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Quote, shownState } from './form.ts'

const colours = {
  draft: 'gray',
  sent: 'blue',
  accepted: 'teal',
  declined: 'red',
  withdrawn: 'gray',
  expired: 'yellow',
} as const

export function QuoteBadge({ quote }: { quote: Pick<Quote, 'state' | 'expired'> }) {
  const { t } = useTranslation()
  const state = shownState(quote)
  return (
    <Badge variant="light" color={colours[state]} miw="max-content">
      {t(`billing:quotes.states.${state}`)}
    </Badge>
  )
}
