import { Loader, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../types.ts'

const HoursFields = lazy(() => import('./HoursFields.tsx'))

/** The working hours of many trackers, in the dialog that changes them. */
export const editHours = ({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) => (
  <Suspense fallback={<Loader size="sm" />}>
    <HoursFields value={value as Hours} onChange={onChange} />
    <Note />
  </Suspense>
)

function Note() {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed">
      {t('tracking:privacy.ofMany')} {t('tracking:privacy.ownText')}
    </Text>
  )
}

type Hours = Tracker['working_hours']
