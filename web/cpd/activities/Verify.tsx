import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { guarded, post } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** A supervisor verifies an activity, or returns it with what is missing. */
export function Verify({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [note, setNote] = useState('')
  const decide = (verified: boolean) =>
    send(async () => {
      const { data } = await guarded(
        post<Row<'devactivity'>>('devactivity/verify', { id: activity.id, verified, note }),
      )
      await showRecord('devactivity', data)
      showSuccess(t(verified ? 'cpd:activities.verifyDone' : 'cpd:activities.returnDone'))
    })
  return (
    <Section title={t('cpd:activities.verify')} text={t('cpd:activities.verifyText')} apart>
      <RefusalAlert refusal={refusal} />
      <Textarea
        label={t('cpd:activities.note')}
        description={t('cpd:activities.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        autosize
        minRows={2}
        maxLength={10_000}
      />
      <Group gap="sm">
        <Button loading={busy} onClick={() => decide(true)}>
          {t('cpd:activities.verify')}
        </Button>
        <Button variant="default" disabled={busy || !note.trim()} onClick={() => decide(false)}>
          {t('cpd:activities.return')}
        </Button>
      </Group>
    </Section>
  )
}
