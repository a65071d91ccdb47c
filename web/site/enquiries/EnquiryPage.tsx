import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showRecord, useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** One enquiry and its answer. */
export function EnquiryPage() {
  const { t } = useTranslation()
  const record = useRecord('enquiry')
  return (
    <Loaded query={record} title={t('site:enquiries.title')} missing={t('site:enquiries.missing')}>
      {(enquiry) => (
        <Page title={enquiry.subject}>
          <Asked enquiry={enquiry} />
          {enquiry.answered_at === null ? <Answer enquiry={enquiry} /> : <Answered enquiry={enquiry} />}
        </Page>
      )}
    </Loaded>
  )
}

function Asked({ enquiry }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { id, name, email, phone, state, text, created_at } = enquiry
  const { run } = useAction()
  const close = () =>
    run(async () => {
      const { data } = await client.update('enquiry', { id, state: state === 'closed' ? 'new' : 'closed' })
      await showRecord('enquiry', data)
    })
  const facts = [
    ['name', name],
    ['email', email],
    ['phone', phone],
    ['created_at', moment(created_at)],
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
          await showRecord('enquiry', data)
        }}
      />
    </Section>
  )
}

function Answered({ enquiry }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  return (
    <Section title={t('site:enquiries.answered', { time: moment(enquiry.answered_at!) })}>
      <LinkedText text={enquiry.answer ?? ''} />
    </Section>
  )
}

type Props = { enquiry: Row<'enquiry'> }
