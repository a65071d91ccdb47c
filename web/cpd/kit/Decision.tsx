import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { Section } from '../../kit/page/Section.tsx'

/** A supervisor accepts something, or returns or refuses it with the reason. */
export function Decision({ accept, text, refuse, decide }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [note, setNote] = useState('')
  const run = (accepted: boolean) => send(() => decide(accepted, note))
  return (
    <Section title={accept} text={text} apart>
      <RefusalAlert refusal={refusal} />
      <WordsField
        label={t('cpd:decision.note')}
        description={refuse?.hint ?? t('cpd:decision.noteHint')}
        value={note}
        change={setNote}
        minRows={2}
        max={10_000}
      />
      <Group gap="sm">
        <Button loading={busy} onClick={() => run(true)}>
          {accept}
        </Button>
        <Button variant="default" disabled={busy || !note.trim()} onClick={() => run(false)}>
          {refuse?.label ?? t('cpd:decision.return')}
        </Button>
      </Group>
    </Section>
  )
}

type Props = {
  /** The button that accepts, and the title. */
  accept: string
  text: string
  /** Where it is not returned: the other button, and what is written for it. */
  refuse?: { label: string; hint: string }
  /** Rejects with what the server said. */
  decide: (accepted: boolean, note: string) => Promise<unknown>
}
