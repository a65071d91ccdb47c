import { Button, Group, Popover, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../types.ts'
import { useAcknowledge } from './useAcknowledge.ts'

/** Acknowledges an alert with a note, or changes the note of one that is acknowledged. */
export function NoteButton({ alert, name, label }: Props) {
  const { t } = useTranslation()
  const { busy, acknowledge } = useAcknowledge(alert.id)
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState('')
  const done = Boolean(alert.acknowledged_at)
  const what = t(done ? 'tracking:alertsPage.changeNote' : 'tracking:alertsPage.withNote')
  const open = () => {
    setNote(alert.acknowledged_note ?? '')
    setOpened(true)
  }
  const save = async () => {
    if (await acknowledge(note)) setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="bottom-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={done ? 'subtle' : 'default'}
          color={done ? 'gray' : undefined}
          aria-label={`${what}: ${name}`}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label={t('tracking:fields.alert.acknowledged_note')}
          description={t('tracking:alertsPage.noteHint')}
          value={note}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button size="xs" variant="default" onClick={() => setOpened(false)}>
            {t('form.cancel')}
          </Button>
          <Button size="xs" loading={busy} onClick={save}>
            {t(done ? 'form.save' : 'tracking:alerts.acknowledge')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

type Props = { alert: Alert; name: string; label: string }
