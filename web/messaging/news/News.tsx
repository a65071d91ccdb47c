import { CloseButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import classes from './News.module.css'
import { isShown, type Notice } from './notice.ts'
import { dismiss, noticesOf, takeNotice, useDismissed } from './notices.ts'
import { openNews } from './openNews.ts'
import { unreadOf } from './unread.ts'

/** What has come for a person, on whatever page they are. */
export default function News({ user_id, organisation_id }: { user_id: number; organisation_id: number }) {
  useEffect(
    () =>
      openNews(organisation_id, {
        message({ unread, message_id, subject }) {
          queries.setQueryData(unreadOf(user_id).queryKey, unread)
          refresh('message')
          if (message_id !== null) notifications.show({ message: <Arrived id={message_id} subject={subject} /> })
        },
        notification: (notice) => takeNotice(user_id, notice),
        // What came meanwhile is not sent again.
        back() {
          queries.invalidateQueries({ queryKey: unreadOf(user_id).queryKey })
          queries.invalidateQueries({ queryKey: noticesOf(user_id).queryKey })
        },
      }),
    [user_id, organisation_id],
  )
  return <Notices user_id={user_id} />
}

function Notices({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(noticesOf(user_id))
  const dismissed = useDismissed((state) => state.ids)
  const now = useNow(10_000)
  const shown = data.filter((notice) => isShown(notice, dismissed, now))
  if (shown.length === 0) return null
  return (
    <section className={classes.notices} aria-label={t('news.notices')}>
      {shown.map((notice) => (
        <Shown key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function Shown({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <b>{notice.title}</b>
        {notice.text && <p>{notice.text}</p>}
      </div>
      <CloseButton size="sm" aria-label={t('news.dismiss')} title={t('news.dismiss')} onClick={() => dismiss(notice)} />
    </div>
  )
}

function Arrived({ id, subject }: { id: number; subject: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {t('news.arrived')}: <Link to={paths.message({ id })}>{subject || t('news.open')}</Link>
    </>
  )
}
