import { Anchor, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { boundsOf } from '../../kit/period/period.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import type { TaskName } from '../types.ts'
import classes from './Home.module.css'

const week = { range: 'week' } as const
/** The list that shows what is counted. */
const lists: Record<TaskName, string> = {
  unconfirmed_members: paths.users({ tab: 'accounts', confirmed: 'false' }),
  failed_messages: paths.allMessages({ ...week, state: 'failed' }),
  unsent_messages: paths.allMessages({ ...week, state: 'unsent' }),
  held_messages: paths.allMessages({ ...week, state: 'held' }),
  new_enquiries: paths.enquiries({ state: 'new' }),
  unregistered_devices: paths.unknownDevices({ status: 'unregistered' }),
  refused_devices: paths.unknownDevices({ status: 'not_allowed' }),
}

/** What waits for an administrator: each with its number and a link to the list. */
export function Tasks({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const [now] = useState(Date.now)
  const from = boundsOf(week, timezone, now).from!
  const { data, isError } = useQuery({
    queryKey: keys.tasks(organisation_id, from),
    queryFn: () => api.tasks(organisation_id, from),
    staleTime: 0,
  })
  const unsent = data?.some(({ name }) => name === 'unsent_messages')
  return (
    <section className={classes.card} aria-labelledby="home-tasks" aria-busy={!data && !isError}>
      <Title order={2} size="h5" id="home-tasks">
        {t('tracking:home.tasks.title')}
      </Title>
      {isError && <p className={classes.none}>{t('tracking:home.failed')}</p>}
      {data?.length === 0 && (
        <p className={classes.good}>
          <Icon of={IconCircleCheck} />
          {t('tracking:home.tasks.none')}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.lines}>
          {data.map(({ name, count }) => (
            <li key={name}>
              <Link className={classes.line} to={lists[name]}>
                <b className={classes.count}>{count}</b>
                <span className={classes.task}>{t(`tracking:home.tasks.${name}`, { count })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {unsent && platform_admin && (
        <p className={classes.none}>
          {t('tracking:home.tasks.noServer')}{' '}
          <Anchor component={Link} to={paths.outbox()} inherit underline="always">
            {t('tracking:home.tasks.outbox')}
          </Anchor>
        </p>
      )}
    </section>
  )
}
