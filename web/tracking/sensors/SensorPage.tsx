import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { SensorForm } from './SensorForm.tsx'

/** The sensor of `?id=`, or a new one, of the tracker of `?tracker=`. Who does not dispatch reads it. */
export function SensorPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('sensor')
  const dispatches = useDispatches(organisation_id)
  if (record.id === null) {
    return (
      <Page title={t('tracking:sensors.new')} width="form">
        <SensorForm
          sensor={null}
          tracker_id={Number(params.get('tracker')) || null}
          organisation_id={organisation_id}
        />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:sensors.title')} missing={t('tracking:sensors.missing')}>
      {(sensor) => (
        <Page
          key={sensor.modified_at}
          title={`${sensor.name}: ${sensor.tracker_name ?? sensor.group_name ?? t('tracking:sensors.all')}`}
          width="form"
        >
          {dispatches ? (
            <SensorForm sensor={sensor} tracker_id={sensor.tracker_id} organisation_id={sensor.organisation_id} />
          ) : (
            <Facts
              facts={[
                [t('tracking:fields.sensor.path'), sensor.path],
                [t('tracking:fields.sensor.unit'), sensor.unit],
              ]}
            />
          )}
        </Page>
      )}
    </Loaded>
  )
}
