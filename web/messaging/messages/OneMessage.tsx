import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { client, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { Attachments } from '../../files/attachments/Attachments.tsx'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, doneOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { Deliveries } from './Deliveries.tsx'
import classes from './Messages.module.css'
import { type Message, messageOf } from './queries.ts'
import { replayPath } from './replayPath.ts'

/** A message with its deliveries and actions. */
export function OneMessage({ message }: { message: Message }) {
  const { t } = useTranslation()
  const times = useTimes()
  const user_id = useSession((session) => session.user!.id)
  const administers = useAdministers(message.organisation_id ?? 0)
  const { id, kind, sender, sender_user_id, recipients, cc, bcc, created_at } = message
  const moment = replayPath(message)
  const failed = message.deliveries.some(({ state }) => state === 'failed')
  const facts = [
    [t('messaging:messages.facts.from'), sender ?? choiceOf(t, kind)],
    [t('messaging:messages.facts.to'), recipients],
    [t('messaging:messages.facts.cc'), cc],
    [t('messaging:messages.facts.bcc'), bcc],
    [t('messaging:messages.facts.written'), times.moment(created_at, true)],
  ] as const
  const actions = (
    <>
      <Button component={Link} to={paths.messages()} variant="default">
        {t('messaging:messages.back')}
      </Button>
      {message.organisation_id !== null && (administers || sender_user_id === user_id) && (
        <Resend id={id} failed={failed} />
      )}
      {sender_user_id !== null && sender_user_id !== user_id && (
        <Button component={Link} to={paths.message({ reply: id })}>
          {t('messaging:messages.reply')}
        </Button>
      )}
    </>
  )
  return (
    <Page title={message.subject || choiceOf(t, kind)} width="record" actions={actions}>
      <Facts facts={facts.filter(([, value]) => value)} />
      <div className={classes.letter}>
        <LinkedText text={message.text} />
      </div>
      {moment && (
        <p>
          <Anchor component={Link} to={moment}>
            {t('messaging:messages.onMap')}
          </Anchor>
        </p>
      )}
      {message.attachments > 0 && message.organisation_id !== null && (
        <Attachments subject={{ message_id: id }} organisation_id={message.organisation_id} mayAdd={false} apart />
      )}
      <Section title={t('messaging:deliveries.title')} apart>
        <Deliveries deliveries={message.deliveries} />
      </Section>
      {administers && <Remove id={id} />}
    </Page>
  )
}

/** Failed deliveries are tried again; where none has failed, all recipients get a copy. */
function Resend({ id, failed }: { id: number; failed: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useAction()
  const resend = () =>
    run(async () => {
      const { data, message } = await post<Message>('message/resend', { id })
      queries.setQueryData(messageOf(data.id).queryKey, data)
      await refresh('message')
      if (data.id !== id) navigate(paths.message({ id: data.id }))
      return message!
    }, String)
  return (
    <ConfirmButton label={t(failed ? 'messaging:messages.resendFailed' : 'messaging:messages.resend')} run={resend} />
  )
}

function Remove({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useAction()
  const remove = () =>
    run(
      async () => {
        await client.remove('message', id)
        await refresh('message')
        navigate(paths.allMessages())
      },
      doneOf(t, 'message', 'removed'),
    )
  return <ConfirmButton label={t('form.remove')} run={remove} dangerous />
}
