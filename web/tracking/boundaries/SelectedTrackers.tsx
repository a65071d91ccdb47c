import { useTranslation } from 'react-i18next'
import { TrackersPicker } from '../pickers/TrackersPicker.tsx'

/** The server's limit. */
const max = 100_000

/** The trackers that a boundary applies to, when not to all. */
export function SelectedTrackers({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <TrackersPicker
      organisation_id={organisation_id}
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
