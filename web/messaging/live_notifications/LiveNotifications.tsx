import { CloseButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { applyJob } from '../../core/jobs/jobs.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { applyNotification, currentNotificationsOf, dismiss, useDismissed } from './currentNotifications.ts'
import classes from './LiveNotifications.module.css'
import { type CurrentNotification, isShown } from './notification.ts'
import { openNotifications } from './openNotifications.ts'
import { unreadOf } from './unread.ts'

/** Notifications and new messages, on every page. */
export default function LiveNotifications({ user_id, organisation_id }: { user_id: number; organisation_id: number }) {
  useEffect(
    () =>
      openNotifications(organisation_id, {
        message({ unread, message_id, subject }) {
          queries.setQueryData(unreadOf(user_id).queryKey, unread)
          refresh('message')
          if (message_id !== null) notifications.show({ message: <Arrived id={message_id} subject={subject} /> })
        },
        job: applyJob,
        notification: (notification) => applyNotification(user_id, notification),
        // The server does not resend what was published during the break.
        back() {
          queries.invalidateQueries({ queryKey: unreadOf(user_id).queryKey })
          queries.invalidateQueries({ queryKey: currentNotificationsOf(user_id).queryKey })
          queries.invalidateQueries({ queryKey: queryKeys.jobs(user_id) })
        },
      }),
    [user_id, organisation_id],
  )
  return <CurrentNotifications user_id={user_id} />
}

function CurrentNotifications({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(currentNotificationsOf(user_id))
  const dismissed = useDismissed((state) => state.ids)
  const now = useNow(10_000)
  const shown = data.filter((notification) => isShown(notification, dismissed, now))
  if (shown.length === 0) return null
  return (
    <section className={classes.notifications} aria-label={t('notifications.label')}>
      {shown.map((notification) => (
        <Shown key={notification.id} notification={notification} />
      ))}
    </section>
  )
}

function Shown({ notification }: { notification: CurrentNotification }) {
  const { t } = useTranslation()
  return (
    <div className={classes.notification} role="status">
      <div className={classes.words}>
        <b>{notification.title}</b>
        {notification.text && <p>{notification.text}</p>}
      </div>
      <CloseButton
        size="sm"
        aria-label={t('notifications.dismiss')}
        title={t('notifications.dismiss')}
        onClick={() => dismiss(notification)}
      />
    </div>
  )
}

function Arrived({ id, subject }: { id: number; subject: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {t('notifications.arrived')}: <Link to={paths.message({ id })}>{subject || t('notifications.open')}</Link>
    </>
  )
}
