import { Group, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdministers } from '../../core/useAdministers.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { addDays } from '../../kit/format/zoned.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { download } from '../../kit/ui/download.ts'

/** For administrators, of one tracker: its closed days as a signed export. */
export function useEvidence({ tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const administers = useAdministers(organisation_id)
  if (!administers || tracker_id === null) return { item: null, dialog: null }
  return {
    item: <Menu.Item onClick={() => setOpen(true)}>{t('tracking:evidence.open')}</Menu.Item>,
    dialog: open && <EvidenceDialog tracker_id={tracker_id} close={() => setOpen(false)} />,
  }
}

function EvidenceDialog({ tracker_id: id, close }: { tracker_id: number; close: () => void }) {
  const { t } = useTranslation()
  // Days of the chain are in UTC.
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = addDays(today, -1)!
  // By default a day is closed when it is a week old.
  const [from, setFrom] = useState(addDays(today, -15)!)
  const [until, setUntil] = useState(addDays(today, -9)!)
  return (
    <ActionDialog
      title={t('tracking:evidence.title')}
      text={t('tracking:evidence.text')}
      submit={t('tracking:evidence.submit')}
      fields={['from', 'until']}
      run={() => download('tracker/evidence', { id, from, until }, `evidence ${from} ${until}.zip`)}
      close={close}
    >
      {(errorOf) => (
        <Group grow align="flex-start">
          <DateInput
            label={t('tracking:evidence.from')}
            value={from}
            max={yesterday}
            required
            error={errorOf('from')}
            onChange={setFrom}
          />
          <DateInput
            label={t('tracking:evidence.until')}
            value={until}
            max={yesterday}
            required
            error={errorOf('until')}
            onChange={setUntil}
          />
        </Group>
      )}
    </ActionDialog>
  )
}

type Props = { tracker_id: number | null; organisation_id: number }
