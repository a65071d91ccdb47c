import { useTranslation } from 'react-i18next'
import { ReferenceFilter } from '../../kit/reference/ReferenceFilter.tsx'
import { useTrackerReference } from './useTrackerReference.ts'

export function TrackerFilter({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  return (
    <ReferenceFilter
      reference={trackers}
      label={t('tracking:history.tracker')}
      placeholder={t('tracking:history.anyTracker')}
      value={value}
      onChange={onChange}
    />
  )
}

type Props = { organisation_id: number; value: number | null; onChange: (id: number | null) => void }
