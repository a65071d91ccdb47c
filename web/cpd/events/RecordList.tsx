import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Notice } from '../kit/Notice.tsx'

type Answer = DataOf<'POST cpdevent/record'>

/** As many as the server takes. */
const MOST = 500

/** Records members by a list, as it comes from a register of attendance. Those who are refused stay in the field. */
export function RecordList({ id }: { id: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const people = text.split(/[\n,;]/).flatMap((line) => line.trim() || [])
  const record = () =>
    send(async () => {
      const { data } = await guarded(client.act('POST cpdevent/record', { id, people }))
      setAnswer(data)
      setText(data.refused.map(({ person }) => person).join('\n'))
      await Promise.all([refresh('cpdattendance'), refresh('cpdevent')])
    })
  return (
    <Section title={t('cpd:events.record')} text={t('cpd:events.recordText')} apart>
      <RefusalAlert refusal={refusal} />
      {answer && <Recorded answer={answer} />}
      <Textarea
        label={t('cpd:events.recordWho')}
        description={t('cpd:events.recordWhoHint')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={4}
        maxRows={14}
      />
      <div>
        <Button loading={busy} disabled={people.length === 0 || people.length > MOST} onClick={record}>
          {t('cpd:events.record')}
        </Button>
      </div>
    </Section>
  )
}

function Recorded({ answer: { recorded, already, refused } }: { answer: Answer }) {
  const { t } = useTranslation()
  return (
    <Notice tone={refused.length > 0 ? 'attention' : 'done'}>
      {t('cpd:events.recorded', { count: recorded })} {already > 0 && t('cpd:events.already', { count: already })}
      {refused.length > 0 && (
        <ul aria-label={t('cpd:events.refused')} style={{ margin: 0, paddingLeft: 20 }}>
          {refused.map(({ person, reason }) => (
            <li key={person}>
              {person}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
