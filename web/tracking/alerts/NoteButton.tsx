import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../types.ts'
import { NoteForm } from './NoteForm.tsx'
import { useAcknowledge } from './useAcknowledge.ts'

/** Acknowledges an alert with a note, or changes the note of one that is acknowledged. */
export function NoteButton({ alert, name, label }: Props) {
  const { t } = useTranslation()
  const { busy, acknowledge } = useAcknowledge(alert)
  const [opened, setOpened] = useState(false)
  const done = Boolean(alert.acknowledged_at)
  const what = t(done ? 'tracking:alertsPage.changeNote' : 'tracking:alertsPage.withNote')
  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="bottom-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={done ? 'subtle' : 'default'}
          color={done ? 'gray' : undefined}
          aria-label={`${what}: ${name}`}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NoteForm
          note={alert.acknowledged_note}
          label={t(done ? 'form.save' : 'tracking:alerts.acknowledge')}
          busy={busy}
          save={acknowledge}
          close={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type Props = { alert: Alert; name: string; label: string }
