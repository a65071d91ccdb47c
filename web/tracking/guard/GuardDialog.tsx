import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { ScheduleFields } from '../boundaries/ScheduleFields.tsx'
import type { Guard, Tracker } from '../types.ts'
import { saveGuard } from './useGuard.ts'

/** What arms the guard of a parked tracker besides people: its ignition, and hours. */
export default function GuardDialog({ tracker, guard, close }: Props) {
  const { t } = useTranslation()
  const [on_ignition, setOnIgnition] = useState(guard?.on_ignition ?? false)
  const [schedule, setSchedule] = useState(guard?.schedule ?? null)
  const run = async () => {
    // Unchanged hours stay as they were used by now.
    const is_other = JSON.stringify(schedule) !== JSON.stringify(guard?.schedule ?? null)
    const changes = {
      ...(on_ignition !== (guard?.on_ignition ?? false) && { on_ignition }),
      ...(is_other && { schedule }),
    }
    if (Object.keys(changes).length > 0) await saveGuard(tracker.id, guard, changes)
    showSuccess(t('tracking:guard.saved'))
  }
  return (
    <ActionDialog
      title={t('tracking:guard.title')}
      text={t('tracking:guard.text')}
      submit={t('tracking:guard.save')}
      run={run}
      close={close}
    >
      <Switch
        label={t('tracking:guard.onIgnition')}
        description={t('tracking:guard.onIgnitionText')}
        checked={on_ignition}
        onChange={({ currentTarget }) => setOnIgnition(currentTarget.checked)}
      />
      <ScheduleFields label={t('tracking:guard.inHours')} value={schedule} onChange={setSchedule} />
    </ActionDialog>
  )
}

type Props = { tracker: Tracker; guard: Guard | null; close: () => void }
