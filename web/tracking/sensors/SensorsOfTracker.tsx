import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import type { Tracker } from '../types.ts'
import { Readings } from './Readings.tsx'
import { useReadings } from './useReadings.ts'

const SensorChart = lazy(async () => ({ default: (await import('./chart/SensorChart.tsx')).SensorChart }))

/** What a tracker measures now, and what it has measured. */
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
      <Suspense>{readings && readings.length > 0 && <SensorChart tracker_id={id} readings={readings} />}</Suspense>
    </>
  )
}
