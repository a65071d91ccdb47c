import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdministers } from '../../core/useAdministers.ts'
import { nameOf } from '../kit/state.ts'
import type { Tracker } from '../types.ts'
import { CommandDialog } from './CommandDialog.tsx'
import { Commands } from './Commands.tsx'

/** What was sent to a tracker, and the form of the next command. */
export function CommandsOfTracker({ tracker, mayEdit }: { tracker: Tracker; mayEdit: boolean }) {
  const { t } = useTranslation()
  const [sends, setSends] = useState(false)
  const { id, organisation_id } = tracker
  const administers = useAdministers(organisation_id)
  return (
    <>
      {mayEdit && (
        <Button mb="md" onClick={() => setSends(true)}>
          {t('tracking:commands.send')}
        </Button>
      )}
      <Commands filters={{ organisation_id, tracker_id: id }} empty={t('tracking:commands.none')} />
      {sends && (
        <CommandDialog
          to={{ tracker_ids: [id] }}
          by_sms={administers && tracker.sim_number !== null}
          title={t('tracking:commands.sendTo', { name: nameOf(tracker) })}
          close={() => setSends(false)}
        />
      )}
    </>
  )
}
