import schema from 'virtual:resource/message'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { PeriodMenu } from '../../kit/period/PeriodMenu.tsx'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { markRead } from '../live_notifications/unread.ts'
import classes from './Messages.module.css'
import { isUnread, type Message } from './queries.ts'

const tabs = ['inbox', 'sent', 'drafts'] as const
const nameOf = ({ subject, recipients }: Message) => subject || recipients
const open = ({ id }: Message) => paths.message({ id })

/** Messages to and from a user, in all their organisations. */
export function MessagesPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [tab, setTab] = useTab(tabs)
  const { period, setPeriod, bounds } = usePeriod()
  const { run } = useAction({ changes: ['message'] })
  const readAll = () => run(() => markRead(user!.id))
  return (
    <Page
      title={t('messaging:messages.title')}
      width="full"
      actions={
        <>
          {tab === 'inbox' && (
            <Button variant="default" onClick={readAll}>
              {t('messaging:messages.readAll')}
            </Button>
          )}
          <Button component={Link} to={paths.message()}>
            {t('messaging:messages.write')}
          </Button>
        </>
      }
    >
      <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`messaging:messages.tabs.${name}`)} />
      <PeriodMenu value={period} onChange={setPeriod} />
      {tab === 'inbox' ? (
        <Inbox key="inbox" user_id={user!.id} bounds={bounds} />
      ) : tab === 'sent' ? (
        <Sent key="sent" user_id={user!.id} bounds={bounds} />
      ) : (
        <Drafts key="drafts" bounds={bounds} />
      )}
    </Page>
  )
}

function Inbox({ user_id, bounds }: ListProps) {
  const { t } = useTranslation()
  return (
    <List
      resource="message"
      schema={schema}
      filters={{ recipient_user_id: user_id, ...bounds }}
      columns={[
        { name: 'subject', show: (message) => <Subject message={message} unread={isUnread(message, user_id)} /> },
        { name: 'sender', show: ({ sender, kind }) => sender ?? choiceOf(t, kind) },
        { name: 'kind', hidden: true },
        { name: 'created_at' },
      ]}
      nameOf={nameOf}
      open={open}
      bulk={[{ label: t('messaging:messages.markRead'), run: ({ id }) => markRead(user_id, [id]) }]}
      empty={Object.keys(bounds).length > 0 ? t('period.none') : t('messaging:messages.inboxEmpty')}
    />
  )
}

function Subject({ message, unread }: { message: Message; unread: boolean }) {
  const { t } = useTranslation()
  if (!unread) return <span className={classes.known}>{nameOf(message)}</span>
  return (
    <span className={classes.fresh}>
      <span
        className={classes.dot}
        role="img"
        aria-label={t('messaging:messages.unread')}
        title={t('messaging:messages.unread')}
      />
      <span>{nameOf(message)}</span>
    </span>
  )
}

function Sent({ user_id, bounds }: ListProps) {
  const { t } = useTranslation()
  return (
    <List
      resource="message"
      schema={schema}
      filters={{ sender_user_id: user_id, is_draft: false, ...bounds }}
      columns={[
        { name: 'subject' },
        { name: 'recipients' },
        { name: 'state' },
        { name: 'created_at' },
        { name: 'read', hidden: true },
        { name: 'reason', hidden: true },
      ]}
      nameOf={nameOf}
      open={open}
      bulk={[]}
      empty={Object.keys(bounds).length > 0 ? t('period.none') : t('messaging:messages.sentEmpty')}
    />
  )
}

/** Messages that were not sent: their writer's alone. */
function Drafts({ bounds }: Pick<ListProps, 'bounds'>) {
  const { t } = useTranslation()
  return (
    <List
      resource="message"
      schema={schema}
      filters={{ state: 'draft', ...bounds }}
      columns={[
        { name: 'subject', show: (message) => nameOf(message) || t('messaging:messages.noSubject') },
        { name: 'recipients' },
        { name: 'modified_at' },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={(message) => nameOf(message) || t('messaging:messages.noSubject')}
      open={open}
      removable
      empty={Object.keys(bounds).length > 0 ? t('period.none') : t('messaging:messages.draftsEmpty')}
    />
  )
}

type ListProps = { user_id: number; bounds: { from?: string; to?: string } }
