import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { bodyOf, DrillFields, firstSettings, isWhole } from './DrillFields.tsx'

/** Starts a drill, and opens its page. */
export function StartDialog({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [value, setValue] = useState(firstSettings)
  const run = async () => {
    const { data } = await guarded(client.create('firedrill', { organisation_id, ...bodyOf(value) }))
    await refresh('firedrill')
    showSuccess(t('tracking:drills.started'))
    navigate(paths.fireDrill({ id: data.id }))
  }
  return (
    <ActionDialog
      title={t('tracking:drills.start')}
      text={t('tracking:drills.startText')}
      submit={t('tracking:drills.start')}
      disabled={!isWhole(value)}
      fields={['boundary_id', 'alarm', 'group_id']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <DrillFields organisation_id={organisation_id} value={value} onChange={setValue} errorOf={errorOf} />
      )}
    </ActionDialog>
  )
}
