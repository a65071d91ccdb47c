import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { textKeys } from './types.ts'

/** What the lists of webhooks and of channels have in common: the columns after the first, and switching on and off. */
export function useEndpointList(resource: 'webhookendpoint' | 'notifychannel') {
  const { t } = useTranslation()
  const turn = (active: boolean) => ({
    label: t(active ? 'organisations:webhooks.on' : 'organisations:webhooks.off'),
    fits: (row: Shared) => row.active !== active,
    run: ({ id }: { id: number }) => client.update(resource, { id, active }),
  })
  return {
    columns: [
      {
        name: 'types' as const,
        show: ({ types }: Shared) =>
          types.map((type) => t(`organisations:webhooks.types.${textKeys[type]}`)).join(', '),
      },
      { name: 'active' as const, show: (row: Shared) => <State row={row} /> },
      { name: 'delivered' as const },
      { name: 'waiting' as const },
      { name: 'last_delivered_at' as const },
      {
        name: 'last_error' as const,
        show: ({ last_error }: Shared) => last_error && <Text c="var(--mantine-color-error)">{last_error}</Text>,
      },
    ],
    turns: [turn(true), turn(false)],
  }
}

/** Whether it is on, and whether it is accepted. */
function State({ row: { active, disabled_at, failing_since } }: { row: Shared }) {
  const { t } = useTranslation()
  if (!active) return <Badge color="gray">{t(`organisations:webhooks.${disabled_at ? 'disabled' : 'isOff'}`)}</Badge>
  if (failing_since) return <Badge color="red">{t('organisations:webhooks.failing')}</Badge>
  return <Badge color="teal">{t('organisations:webhooks.isOn')}</Badge>
}

type Shared = Pick<Row<'webhookendpoint'>, 'active' | 'disabled_at' | 'failing_since' | 'types' | 'last_error'>
