import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Section } from '../../kit/page/Section.tsx'
import { AnswerField } from '../forms/AnswerField.tsx'
import { type Answers, type FormField, isShown } from '../forms/answers.ts'

/** The form as it will be filled in; nothing of it is sent. */
export function Preview({ fields }: { fields: FormField[] }) {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [answers, setAnswers] = useState<Answers>({})
  if (fields.length === 0) return null
  return (
    <Section title={t('cpd:templates.preview')} apart>
      <Stack gap="md" maw={560}>
        {fields
          .filter((field) => isShown(field, fields, answers))
          .map((field) => (
            <AnswerField
              key={field.name}
              field={field}
              of={{ organisation_id: organisation_id!, user_id: user!.id }}
              value={answers[field.name]}
              error={undefined}
              onChange={(answer) => setAnswers((others) => ({ ...others, [field.name]: answer }))}
            />
          ))}
      </Stack>
    </Section>
  )
}
