import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useDistance } from '../kit/useDistance.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { DueList } from './DueList.tsx'
import { useRecordsList } from './useRecordsList.tsx'

/** Counters, what is due, and what was done to a tracker. */
export function MaintenanceOfTracker({ tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const distance = useDistance()
  const dispatches = useDispatches(organisation_id)
  const records = useRecordsList(organisation_id, { tracker_id }, true)
  const [sets, setSets] = useState(false)
  const { data: counters } = useQuery({
    queryKey: ['maintenance', 'counters', tracker_id],
    queryFn: async () => (await client.act('GET maintenance/counters', { tracker_id })).data,
  })
  const hours = (value: number) => `${Math.round(value * 10) / 10} ${t('units.hours')}`
  return (
    <>
      <Group mb="md" gap="lg">
        <Text>
          {t('tracking:maintenance.odometer')}{' '}
          <b>{counters?.odometer_m == null ? t('tracking:maintenance.notSet') : distance(counters.odometer_m)}</b>
        </Text>
        <Text>
          {t('tracking:maintenance.engine')}{' '}
          <b>{counters?.engine_h == null ? t('tracking:maintenance.notSet') : hours(counters.engine_h)}</b>
        </Text>
        {dispatches && (
          <Button variant="default" onClick={() => setSets(true)}>
            {t('tracking:maintenance.setCounters')}
          </Button>
        )}
      </Group>
      <Section title={t('tracking:maintenance.plans')}>
        <DueList organisation_id={organisation_id} tracker_id={tracker_id} />
      </Section>
      <Section title={t('tracking:maintenance.records')}>
        <List {...records} />
      </Section>
      {sets && <DoneDialog tracker_id={tracker_id} organisation_id={organisation_id} close={() => setSets(false)} />}
    </>
  )
}

type Props = { tracker_id: number; organisation_id: number }
