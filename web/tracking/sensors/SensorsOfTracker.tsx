import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import type { Tracker } from '../types.ts'
import { Readings } from './Readings.tsx'
import { useReadings } from './useReadings.ts'

/** What a tracker measures now. */
export function SensorsOfTracker({ tracker, now }: { tracker: Tracker; now: number }) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  const dispatches = useDispatches(organisation_id)
  const { data: readings } = useReadings(id)
  return (
    <>
      <Group mb="md" gap="sm" justify="space-between">
        <Text c="dimmed" size="sm">
          {readings?.length === 0 && t('tracking:sensors.noneOfTracker')}
        </Text>
        {dispatches && (
          <Group gap="sm">
            <Button component={Link} to={paths.sensors()} variant="subtle" color="gray">
              {t('tracking:sensors.list')}
            </Button>
            <Button component={Link} to={paths.sensor({ tracker: id })} variant="default">
              {t('tracking:sensors.new')}
            </Button>
          </Group>
        )}
      </Group>
      <Readings tracker_id={id} now={now} editable={dispatches} />
    </>
  )
}
