import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { attachmentsOf } from '../../files/attachments/queries.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { markRead } from '../live_notifications/unread.ts'
import { OneMessage } from './OneMessage.tsx'
import { isUnread, type Message, messageOf } from './queries.ts'
import { WriteMessage } from './WriteMessage.tsx'

/** The message of `?id=`; otherwise a new message, or the reply to the message of `?reply=`. */
export function MessagePage() {
  const [params] = useSearchParams()
  const id = Number(params.get('id')) || 0
  const reply = Number(params.get('reply')) || 0
  if (id) return <Read key={id} id={id} />
  return reply ? <Reply key={reply} id={reply} /> : <WriteMessage key="new" />
}

/** Opening a message marks it as read. */
function Read({ id }: { id: number }) {
  const user_id = useSession((session) => session.user!.id)
  const { data, error } = useQuery(messageOf(id))
  const unread = data !== undefined && isUnread(data, user_id)
  useEffect(() => {
    // A failure is ignored: opening the message again retries.
    if (unread)
      markRead(user_id, [id]).then(
        () => refresh('message'),
        () => {},
      )
  }, [unread, id, user_id])
  if (error) return <Missing error={error} />
  if (data?.state === 'draft') return <Draft key={`${data.id} ${data.modified_at}`} draft={data} />
  return data ? <OneMessage message={data} /> : <PageLoader />
}

function Draft({ draft }: { draft: Message }) {
  const { data, error } = useQuery({ ...attachmentsOf({ message_id: draft.id }), enabled: draft.attachments > 0 })
  if (error) return <Missing error={error} />
  if (draft.attachments > 0 && !data) return <PageLoader />
  const attached = (data ?? []).map((one) => ({ ...one, id: one.file_id, is_folder: false, encrypted: false }))
  return <WriteMessage draft={draft} attached={attached} />
}

function Reply({ id }: { id: number }) {
  const { data, error } = useQuery(messageOf(id))
  if (error) return <Missing error={error} />
  return data ? <WriteMessage answers={data} /> : <PageLoader />
}

function Missing({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <Page
      title={t('messaging:messages.title')}
      actions={
        <Button component={Link} to={paths.messages()} variant="default">
          {t('messaging:messages.back')}
        </Button>
      }
    >
      <Alert color="red">{sentenceOf(error) ?? t('messaging:messages.missing')}</Alert>
    </Page>
  )
}
