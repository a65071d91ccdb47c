import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { refdataOf } from '../kit/queries.ts'

/** Begins a round about oneself: by which form, and until when. Whom one asks comes next. */
export function NewRoundPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const [chosen, setChosen] = useState<number | null>(null)
  const [closes_on, setLastDay] = useState('')
  const { busy, refusal, send } = useSending()
  if (!refdata) return <PageLoader />
  const forms = refdata.templates.filter(({ filled_by }) => filled_by === 'anonymous')
  const devformtemplate_id = chosen ?? forms[0]?.id
  if (devformtemplate_id === undefined) {
    return (
      <Page title={t('cpd:feedback.new')}>
        <Text c="dimmed">{t('cpd:feedback.noForms')}</Text>
      </Page>
    )
  }
  const begin = () =>
    send(async () => {
      const { data } = await guarded(client.create('devfeedback', { devformtemplate_id, closes_on }))
      await refresh('devfeedback')
      showSuccess(t('cpd:feedback.begun'))
      navigate(paths.feedbackRound({ id: data.id }), { replace: true })
    })
  return (
    <Page title={t('cpd:feedback.new')}>
      <Stack
        gap="md"
        maw={480}
        renderRoot={(props) => (
          <form
            {...props}
            onSubmit={(event) => {
              event.preventDefault()
              void begin()
            }}
          />
        )}
      >
        <Text c="dimmed">{t('cpd:feedback.text')}</Text>
        {refusal?.field !== 'closes_on' && <RefusalAlert refusal={refusal} />}
        <NativeSelect
          label={t('cpd:feedback.form')}
          data={forms.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(devformtemplate_id)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
        <DateInput
          label={t('cpd:feedback.closesOn')}
          value={closes_on}
          onChange={setLastDay}
          error={refusal?.field === 'closes_on' ? refusal.message : undefined}
          required
          maw={240}
        />
        <div>
          <Button type="submit" loading={busy} disabled={closes_on === ''}>
            {t('cpd:feedback.begin')}
          </Button>
        </div>
      </Stack>
    </Page>
  )
}
