import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { useCell } from '../../kit/lists/useCell.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { DriverForm } from './DriverForm.tsx'
import { DriverTrips } from './DriverTrips.tsx'
import { LicenceState } from './LicenceState.tsx'
import { Shifts } from './Shifts.tsx'

/** The driver of `?id=`: trips, shifts and settings; or a new one, perhaps with the key of `?key=`. */
export function DriverPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('driver')
  if (record.id === null) {
    const key = params.get('key')
    return (
      <Page title={t('tracking:drivers.new')} width="form">
        <DriverForm driver={null} given={key ? { keys: [key] } : {}} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:drivers.title')} missing={t('tracking:drivers.missing')}>
      {(driver) => <Shown key={driver.id} driver={driver} />}
    </Loaded>
  )
}

function Shown({ driver }: { driver: Row<'driver'> }) {
  const { t } = useTranslation()
  const cell = useCell()
  const { id: driver_id, organisation_id, modified_at } = driver
  const administers = useAdministers(organisation_id)
  const fields = ['phone', 'licence_number', 'licence_expires_on', 'keys'] as const
  return (
    <RecordFrame
      title={driver.name}
      state={<LicenceState licence={driver.licence} />}
      facts={fields.map((field) => [
        labelOf(t, 'driver', field),
        driver[field]?.length ? cell(field, driver[field]) : null,
      ])}
      tabs={[
        {
          name: 'trips',
          label: t('tracking:record.tabs.trips'),
          show: () => <DriverTrips organisation_id={organisation_id} driver_id={driver_id} />,
        },
        {
          name: 'shifts',
          label: t('tracking:drivers.tabs.shifts'),
          show: () => <Shifts organisation_id={organisation_id} of={{ driver_id }} />,
        },
        ...(administers
          ? [
              {
                name: 'settings',
                label: t('tracking:record.tabs.settings'),
                show: () => <DriverForm key={modified_at} driver={driver} organisation_id={organisation_id} />,
              },
            ]
          : []),
      ]}
    />
  )
}
