import { useTranslation } from 'react-i18next'
import { atWork, ScheduleFields } from '../boundaries/ScheduleFields.tsx'
import type { Tracker } from '../types.ts'

/** Weekly times outside of which no places are stored. */
export default function HoursFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  return <ScheduleFields label={t('tracking:privacy.only')} value={value} onChange={onChange} first={atWork} />
}

type Props = { value: Tracker['working_hours']; onChange: (value: Tracker['working_hours']) => void }
