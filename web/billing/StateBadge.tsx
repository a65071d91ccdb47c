import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The state of an invoice or a subscription. */
export function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation()
  return (
    // In a narrow column of a table it would be cut.
    <Badge variant="light" color={colours[state]} miw="max-content">
      {t(`billing:states.${state}`)}
    </Badge>
  )
}

const colours = {
  waiting: 'orange',
  draft: 'gray',
  authorised: 'blue',
  unused: 'blue',
  overdue: 'red',
  paid: 'teal',
  void: 'gray',
  trial: 'blue',
  active: 'teal',
  paused: 'gray',
  grace: 'orange',
  lapsed: 'red',
  ending: 'yellow',
  cancelled: 'gray',
} as const

type State = keyof typeof colours
