import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post, sentenceOf } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'

/** One enquiry and its answer. */
export function EnquiryPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { data, error } = useQuery({
    queryKey: ['enquiry', id],
    queryFn: async () => (await guarded(client.read('enquiry', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  if (error || id === 0) {
    return (
      <Page title={t('site:enquiries.title')}>
        <Alert color="red">{sentenceOf(error) ?? t('site:enquiries.missing')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  return (
    <Page title={data.subject}>
      <Asked enquiry={data} />
      {data.answered_at === null ? <Answer enquiry={data} /> : <Answered enquiry={data} />}
    </Page>
  )
}

function Asked({ enquiry }: Props) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { id, name, email, phone, state, text, created_at } = enquiry
  const close = async () => {
    try {
      const { data } = await guarded(client.update('enquiry', { id, state: state === 'closed' ? 'new' : 'closed' }))
      await show(data)
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
  const facts = [
    ['name', name],
    ['email', email],
    ['phone', phone],
    ['created_at', time(created_at, Date.now())],
    ['state', choiceOf(t, state)],
  ] as const
  return (
    <Stack mb={36}>
      <Facts
        facts={facts.filter(([, value]) => value).map(([field, value]) => [labelOf(t, 'enquiry', field), value])}
      />
      <LinkedText text={text} />
      {state !== 'answered' && (
        <div>
          <Button variant="default" onClick={close}>
            {state === 'closed' ? t('site:enquiries.reopen') : t('site:enquiries.close')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Answer({ enquiry }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('site:enquiries.answer')} text={t('site:enquiries.answerText', { email: enquiry.email })}>
      <AccountFields
        fields={[{ name: 'answer', type: 'long', label: t('site:enquiries.answer') }]}
        submit={t('site:enquiries.send')}
        send={async ({ answer }) => {
          const body = { id: enquiry.id, answer }
          const { data, message } = await guarded(post<Row<'enquiry'>>('enquiry/answer', body))
          showSuccess(message!)
          await show(data)
        }}
      />
    </Section>
  )
}

function Answered({ enquiry }: Props) {
  const { t } = useTranslation()
  const { time } = useTimes()
  return (
    <Section title={t('site:enquiries.answered', { time: time(enquiry.answered_at!, Date.now()) })}>
      <LinkedText text={enquiry.answer ?? ''} />
    </Section>
  )
}

async function show(enquiry: Row<'enquiry'>): Promise<void> {
  queries.setQueryData(['enquiry', enquiry.id], enquiry)
  await refresh('enquiry')
}

type Props = { enquiry: Row<'enquiry'> }
