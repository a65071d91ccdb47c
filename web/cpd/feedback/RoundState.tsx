import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'

/** Whether a round is closed, open, or waits for the approval of a list of colleagues. */
export function RoundState({
  round: { open, proposed_at },
}: {
  round: Pick<Row<'devfeedback'>, 'open' | 'proposed_at'>
}) {
  const { t } = useTranslation()
  const state = !open ? 'closed' : proposed_at ? 'waiting' : 'open'
  return (
    <Badge variant="light" color={{ closed: 'gray', waiting: 'yellow', open: 'blue' }[state]}>
      {t(`cpd:feedback.${state}`)}
    </Badge>
  )
}
