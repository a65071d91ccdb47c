import { Alert, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { CardPage } from '../../kit/page/Page.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { FillForm } from '../forms/FillForm.tsx'
import { useMailedRequest } from '../kit/useMailedRequest.ts'

/** The form about a person for a colleague who has its link. Needs no account. */
export function AnswerPage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { token, request, refusal } = useMailedRequest((token) =>
    guarded(client.act('POST devfeedback/request', { token })),
  )
  const [is_sent, setSent] = useState(false)
  const ended = !request ? null : is_sent ? 'thanks' : request.answered ? 'before' : request.open ? null : 'closed'
  return (
    <CardPage title={t('cpd:feedback.page.title')}>
      <Title order={1} size="h3" mb="md">
        {request ? t('cpd:feedback.page.of', { person: request.person }) : t('cpd:feedback.page.title')}
      </Title>
      <RefusalAlert refusal={refusal} />
      {!token && <Alert color="yellow">{t('cpd:feedback.page.noLink')}</Alert>}
      {ended && (
        <Alert color={ended === 'closed' ? 'yellow' : 'teal'} role="status">
          {t(`cpd:feedback.page.${ended}`)}
        </Alert>
      )}
      {request && !ended && (
        <>
          <Facts
            facts={[
              [t('cpd:feedback.page.from'), request.organisation],
              [t('cpd:feedback.form'), request.template],
              [t('cpd:feedback.page.until'), day(request.closes_on)],
            ]}
          />
          <Text my="md">{t('cpd:feedback.page.anonymous')}</Text>
          <FillForm
            fields={request.fields}
            answers={{}}
            submit={async (answers) => {
              await guarded(client.act('POST devfeedback/answer', { token, answers }))
              setSent(true)
            }}
          />
        </>
      )}
    </CardPage>
  )
}
