import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What is written of an alert when it is acknowledged. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('tracking:fields.alert.acknowledged_note')}
      description={t('tracking:alertsPage.noteHint')}
      value={value}
      maxLength={500}
      autosize
      minRows={2}
      maxRows={8}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
