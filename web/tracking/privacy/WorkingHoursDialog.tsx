import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { atWork, ScheduleFields } from '../boundaries/ScheduleFields.tsx'
import type { Privacy } from '../types.ts'

/** The hours in which places of a tracker are stored. */
export default function WorkingHoursDialog({ tracker_id, privacy, close }: Props) {
  const { t } = useTranslation()
  const own = privacy?.by_group ? null : (privacy?.schedule ?? null)
  const [schedule, setSchedule] = useState(own)
  const run = async () => {
    await guarded(
      privacy
        ? client.update('trackerprivacy', { id: privacy.id, schedule })
        : client.create('trackerprivacy', { tracker_id, schedule }),
    )
    await refresh('trackerprivacy')
    showSuccess(t('tracking:privacy.saved'))
  }
  return (
    <ActionDialog
      title={t('tracking:privacy.title')}
      text={t('tracking:privacy.text')}
      submit={t('tracking:privacy.save')}
      run={run}
      close={close}
    >
      <ScheduleFields label={t('tracking:privacy.only')} value={schedule} onChange={setSchedule} first={atWork} />
      <Text size="sm" c="dimmed">
        {t('tracking:privacy.ownText')}
      </Text>
    </ActionDialog>
  )
}

type Props = { tracker_id: number; privacy: Privacy | null; close: () => void }
