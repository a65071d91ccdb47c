import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { LocationFacts } from './LocationFacts.tsx'
import { LocationForm } from './LocationForm.tsx'

/** The location of `?id=`, or a new one. */
export function LocationPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const mayChange = useMayChange(organisation_id)
  const record = useRecord('location')
  if (record.id === null) {
    return (
      <Page title={t('tracking:locations.new')}>
        <LocationForm location={null} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:locations.title')} missing={t('tracking:locations.missing')}>
      {(location) => (
        <Page title={location.name}>
          {mayChange(location) ? (
            <LocationForm
              key={`${location.id} ${location.modified_at}`}
              location={location}
              organisation_id={location.organisation_id}
            />
          ) : (
            <LocationFacts location={location} />
          )}
        </Page>
      )}
    </Loaded>
  )
}
