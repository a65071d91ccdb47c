import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'

/** Whether a new price is still to come. */
export function PriceStateBadge({ state }: Pick<Row<'pricechange'>, 'state'>) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color={colours[state]} miw="max-content">
      {t(`billing:prices.states.${state}`)}
    </Badge>
  )
}

const colours = { scheduled: 'blue', in_force: 'teal', cancelled: 'gray' } as const
