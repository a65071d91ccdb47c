import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../../types.ts'
import { useAcknowledge } from '../useAcknowledge.ts'
import classes from './NoteButton.module.css'
import { NotePopover } from './NotePopover.tsx'

/** Acknowledges an alert with a note, or changes the note of one that is acknowledged. */
export function NoteButton({ alert, name, label }: Props) {
  const { t } = useTranslation()
  const { busy, acknowledge } = useAcknowledge(alert)
  const [opened, setOpened] = useState(false)
  const done = Boolean(alert.acknowledged_at)
  const what = t(done ? 'tracking:alertsPage.changeNote' : 'tracking:alertsPage.withNote')
  return (
    <NotePopover alert={alert} busy={busy} acknowledge={acknowledge} opened={opened} setOpened={setOpened}>
      <Button
        size="compact-sm"
        variant="subtle"
        color={done ? 'gray' : undefined}
        className={classes.note}
        aria-label={`${what}: ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {label}
      </Button>
    </NotePopover>
  )
}

type Props = { alert: Alert; name: string; label: string }
