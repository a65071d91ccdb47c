import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { User } from '../../core/types.ts'
import { menuIcons } from '../../kit/theme/menuIcons.tsx'
import classes from './LiveNotifications.module.css'
import { unreadOf } from './unread.ts'

/** Link to the messages with the number of unread ones. */
export function UnreadLink({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: unread = 0 } = useQuery(unreadOf(user.id))
  const label = unread === 0 ? t('menu.messages') : t('frame.unread', { count: unread })
  return (
    <ActionIcon
      component={Link}
      to={paths.messages()}
      className={classes.link}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
    >
      {menuIcons.messages}
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </ActionIcon>
  )
}
