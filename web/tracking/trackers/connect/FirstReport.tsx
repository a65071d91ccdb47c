import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../../core/api.ts'
import { paths } from '../../../core/paths.ts'
import { useNow } from '../../../kit/format/useNow.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { Icon } from '../../../kit/ui/Icon.tsx'
import { keys } from '../../keys.ts'
import classes from './FirstReport.module.css'

const again_ms = 2000

/** Waits for the tracker's first report, to confirm that its settings work. */
export function FirstReport({ tracker_id }: { tracker_id: number }) {
  const { t } = useTranslation()
  const { ago } = useTimes()
  const now = useNow(5000)
  const { data } = useQuery({
    queryKey: keys.lastReport(tracker_id),
    queryFn: () => lastPosition(tracker_id),
    refetchInterval: again_ms,
    staleTime: 0,
  })
  if (!data) {
    return (
      <Group gap="sm" role="status" wrap="nowrap">
        <span className={classes.waiting} />
        <Text size="sm">{t('tracking:connect.waiting')}</Text>
      </Group>
    )
  }
  return (
    <Group gap="sm" role="status">
      <Group gap={6} c="var(--inside)" wrap="nowrap">
        <Icon of={IconCheck} />
        <Text size="sm" fw={600}>
          {t('tracking:connect.reports', { ago: ago(data.received, Math.max(now, Date.parse(data.received))) })}
        </Text>
      </Group>
      <Button component={Link} to={paths.map({ tracker: tracker_id })} size="xs">
        {t('tracking:trackers.map')}
      </Button>
    </Group>
  )
}

/** Connecting is an event too, but not a report. */
async function lastPosition(tracker_id: number) {
  const { data } = await guarded(client.list('trackerevent', { tracker_id, limit: 20 }))
  return data.find(({ position }) => position !== null) ?? null
}
