import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The state of an invoice or a subscription. */
export function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color={colours[state]}>
      {t(`billing:states.${state}`)}
    </Badge>
  )
}

const colours = {
  draft: 'gray',
  authorised: 'blue',
  overdue: 'red',
  paid: 'teal',
  void: 'gray',
  trial: 'blue',
  active: 'teal',
  grace: 'orange',
  lapsed: 'red',
  ending: 'yellow',
  cancelled: 'gray',
} as const

type State = keyof typeof colours
