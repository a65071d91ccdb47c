import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { WeeklyFields } from './WeeklyFields.tsx'

/** The name of a saved command, and when it is given by itself, to whom. */
export function SavedDialog({ saved, close }: { saved: Row<'savedcommand'>; close: () => void }) {
  const { t } = useTranslation()
  const { id, organisation_id } = saved
  const [values, setValues] = useState(saved)
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  const trackers = useTrackerReference(organisation_id)
  const [groups] = useState(() => groupReference(organisation_id))
  const repeats = values.weekdays.length > 0
  const run = async () => {
    const { name, weekdays, at, tracker_id, group_id } = values
    await guarded(client.update('savedcommand', { id, name, weekdays, at: at || null, tracker_id, group_id }))
    await refresh('savedcommand')
  }
  return (
    <ActionDialog
      title={saved.name}
      submit={t('form.save')}
      disabled={values.name.trim() === '' || (repeats && (!values.at || (!values.tracker_id && !values.group_id)))}
      fields={['name', 'weekdays', 'at', 'tracker_id', 'group_id']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('tracking:fields.savedcommand.name')}
            value={values.name}
            maxLength={100}
            error={errorOf('name')}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <WeeklyFields weekdays={values.weekdays} at={values.at ?? ''} onChange={set} errorOf={errorOf} />
          {repeats && (
            <>
              <ReferencePicker
                reference={trackers}
                label={t('tracking:fields.savedcommand.tracker_id')}
                error={errorOf('tracker_id')}
                value={values.tracker_id}
                onChange={(tracker_id) => set({ tracker_id, group_id: null })}
              />
              <ReferencePicker
                reference={groups}
                label={t('tracking:fields.savedcommand.group_id')}
                error={errorOf('group_id')}
                value={values.group_id}
                onChange={(group_id) => set({ group_id, tracker_id: null })}
              />
            </>
          )}
        </>
      )}
    </ActionDialog>
  )
}
