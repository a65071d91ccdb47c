import { Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { useLabels } from '../../kit/reference/reference.ts'
import { driverReference } from '../kit/driverReference.ts'
import { DriverTrips } from './DriverTrips.tsx'
import { Shifts } from './Shifts.tsx'

/** Trips without a driver, and keys without one. */
export function WhoDrovePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const dispatches = useDispatches(organisation_id)
  const [driver_id, setDriver] = useState<number | null>(null)
  const reference = useMemo(() => driverReference(organisation_id), [organisation_id])
  const named = useLabels(reference, driver_id === null ? [] : [driver_id])
  const gives = driver_id === null ? null : { id: driver_id, name: named(driver_id) }
  return (
    <RecordFrame
      title={t('tracking:drivers.whoDrove')}
      tabs={[
        {
          name: 'trips',
          label: t('tracking:drivers.tabs.without'),
          show: () => (
            <Stack gap="sm">
              {dispatches && (
                <>
                  <Text c="dimmed" size="sm">
                    {t('tracking:drivers.whoDroveText')}
                  </Text>
                  <ReferencePicker
                    reference={reference}
                    label={t('tracking:drivers.choose')}
                    placeholder={t('tracking:drivers.choose')}
                    value={driver_id}
                    onChange={setDriver}
                    maxWidth={360}
                  />
                </>
              )}
              <DriverTrips organisation_id={organisation_id} gives={gives} confirms={dispatches} />
            </Stack>
          ),
        },
        {
          name: 'keys',
          label: t('tracking:drivers.tabs.keys'),
          show: () => <Shifts organisation_id={organisation_id} of={{}} keys />,
        },
      ]}
    />
  )
}
