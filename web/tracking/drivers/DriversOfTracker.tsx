import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useAdministers, useDispatches } from '../../core/useAdministers.ts'
import { useBulk } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { driverReference } from '../kit/driverReference.ts'
import { CabCode } from './CabCode.tsx'
import { Shifts } from './Shifts.tsx'

/** Who drives a tracker and has driven it; a dispatcher says who drives from now on. */
export function DriversOfTracker({ tracker_id, organisation_id }: { tracker_id: number; organisation_id: number }) {
  const { t } = useTranslation()
  const dispatches = useDispatches(organisation_id)
  const administers = useAdministers(organisation_id)
  const [driver_id, setDriver] = useState<number | null>(null)
  const reference = useMemo(() => driverReference(organisation_id), [organisation_id])
  const { busy, run } = useBulk('drivershift')
  const begin = (id: number) =>
    client.create('drivershift', { tracker_id, driver_id: id, began_at: new Date().toISOString() })
  return (
    <>
      {dispatches && (
        <Group align="end" mb="md">
          <ReferencePicker
            reference={reference}
            label={t('tracking:drivers.drivesNow')}
            placeholder={t('tracking:drivers.choose')}
            value={driver_id}
            onChange={setDriver}
            maxWidth={360}
          />
          <Button
            variant="default"
            disabled={driver_id === null}
            loading={busy}
            onClick={() => run([driver_id!], begin).then(() => setDriver(null))}
          >
            {t('tracking:drivers.begin')}
          </Button>
        </Group>
      )}
      <Shifts organisation_id={organisation_id} of={{ tracker_id }} />
      {administers && <CabCode tracker_id={tracker_id} />}
    </>
  )
}
