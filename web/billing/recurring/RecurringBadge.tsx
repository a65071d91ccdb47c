import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Recurring } from './form.ts'

const colours = { active: 'teal', paused: 'yellow', ended: 'gray' } as const

export function RecurringBadge({ state }: Pick<Recurring, 'state'>) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color={colours[state]} miw="max-content">
      {t(`billing:recurring.states.${state}`)}
    </Badge>
  )
}
