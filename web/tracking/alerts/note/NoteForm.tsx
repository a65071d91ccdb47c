import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoteField } from './NoteField.tsx'

/** The note of one alert, or of several that are acknowledged together. `save` returns whether it was accepted. */
export function NoteForm({ note: before, label, busy, save, close }: Props) {
  const { t } = useTranslation()
  const [note, setNote] = useState(before ?? '')
  return (
    <>
      <NoteField value={note} onChange={setNote} />
      <Group gap="xs" mt="sm" justify="flex-end">
        <Button size="xs" variant="default" onClick={close}>
          {t('form.cancel')}
        </Button>
        <Button size="xs" loading={busy} onClick={async () => (await save(note)) && close()}>
          {label}
        </Button>
      </Group>
    </>
  )
}

type Props = {
  note?: string | null | undefined
  label: string
  busy: boolean
  save: (note: string) => Promise<boolean>
  close: () => void
}
