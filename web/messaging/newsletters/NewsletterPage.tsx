import schema from 'virtual:resource/newsletter'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'

/** The newsletter of `?id=`, or a new one; with `?everybody=1` one to the subscribers of all organisations. */
export function NewsletterPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const everybody = useSearchParams()[0].has('everybody') && user?.platform_admin === true
  return (
    <RecordPage
      resource="newsletter"
      schema={schema}
      nameOf={({ subject }) => subject}
      page={paths.newsletter}
      list={paths.newsletters}
      fields={['subject', 'text', 'audience', 'send_at', 'state']}
      required={['subject', 'text']}
      defaults={{ audience: 'all', state: 'draft' }}
      given={{ organisation_id: everybody ? null : organisation_id! }}
      arrange={(row, { form, remove }) =>
        row.state === 'sending' || row.state === 'sent' ? (
          <Stack>
            <Sent newsletter={row} />
            {row.state === 'sent' && remove}
          </Stack>
        ) : (
          <Stack gap="xl">
            {form}
            {remove}
          </Stack>
        )
      }
      texts={{
        title: t('messaging:newsletters.title'),
        create: t(everybody ? 'messaging:newsletters.newForAll' : 'messaging:newsletters.new'),
        text: [everybody && t('messaging:newsletters.forAll'), t('messaging:newsletters.times')]
          .filter(Boolean)
          .join(' '),
        missing: t('messaging:newsletters.missing'),
      }}
    />
  )
}

/** It cannot be changed any more. */
function Sent({ newsletter }: { newsletter: Row<'newsletter'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { id, audience, state, send_at, sent_at, recipients, text } = newsletter
  const { run } = useAction()
  const stop = () =>
    run(async () => {
      const { data } = await client.update('newsletter', { id, state: 'cancelled' })
      await showRecord('newsletter', data)
    }, t('messaging:newsletters.stopped'))
  return (
    <>
      <Facts
        facts={[
          [labelOf(t, 'newsletter', 'state'), choiceOf(t, state)],
          [labelOf(t, 'newsletter', 'audience'), choiceOf(t, audience)],
          [labelOf(t, 'newsletter', 'recipients'), recipients],
          [labelOf(t, 'newsletter', 'sent_at'), moment(sent_at ?? send_at!)],
        ]}
      />
      <LinkedText text={text} />
      {state === 'sending' && <ConfirmButton label={t('messaging:newsletters.stop')} run={stop} dangerous />}
    </>
  )
}
