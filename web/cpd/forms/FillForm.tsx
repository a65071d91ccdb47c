import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { AnswerField } from './AnswerField.tsx'
import { type Answers, type FormField, isShown, missingOf, toSend } from './answers.ts'

/** Fills in a form. A draft, where it is kept, may be incomplete; what is required is checked when it is submitted. */
export function FillForm({ fields, of, answers: before, save, submit }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [answers, setAnswers] = useState(before)
  const [missing, setMissing] = useState<string[]>([])
  const shown = fields.filter((field) => isShown(field, fields, answers))
  // The server names the field as `answers.<name>`.
  const refused = refusal?.field?.replace(/^answers\./, '')
  const errorOf = (name: string) =>
    missing.includes(name) ? t('form.wrong.required') : refused === name ? refusal?.message : undefined
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const empty = missingOf(fields, answers)
    setMissing(empty)
    if (empty.length === 0) return void send(() => submit(toSend(answers)))
    event.currentTarget.querySelector<HTMLElement>(`[name="${empty[0]}"]`)?.focus()
  }
  return (
    <form onSubmit={finish} noValidate>
      <Stack gap="md" maw={560}>
        {!shown.some(({ name }) => name === refused) && <RefusalAlert refusal={refusal} />}
        {shown.map((field) => (
          <AnswerField
            key={field.name}
            field={field}
            of={of}
            value={answers[field.name]}
            error={errorOf(field.name)}
            onChange={(answer) => setAnswers((others) => ({ ...others, [field.name]: answer }))}
          />
        ))}
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            {t('cpd:plan.submit')}
          </Button>
          {save && (
            <Button variant="default" disabled={busy} onClick={() => send(() => save(toSend(answers)))}>
              {t('cpd:forms.saveDraft')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type Props = {
  fields: FormField[]
  /** Whose files and procedures are offered as answers. */
  of?: { organisation_id: number; user_id: number }
  answers: Answers
  /** Both reject with what the server said. */
  save?: (answers: Answers) => Promise<unknown>
  submit: (answers: Answers) => Promise<unknown>
}
