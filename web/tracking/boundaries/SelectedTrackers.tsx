import { useTranslation } from 'react-i18next'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { useTrackerReference } from '../kit/useTrackerReference.ts'

/** The server's limit. */
const max = 100_000

/** The trackers that a boundary applies to, when not to all. */
export function SelectedTrackers({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  return (
    <ReferencesPicker
      reference={trackers}
      label={t('tracking:boundaries.selected')}
      placeholder={t('tracking:boundaries.chooseTracker')}
      description={t('tracking:boundaries.selectedHint')}
      max={max}
      value={value}
      onChange={onChange}
    />
  )
}

type Props = { organisation_id: number; value: number[]; onChange: (ids: number[]) => void }
