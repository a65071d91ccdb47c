import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { browserOf } from './browserOf.ts'
import classes from './Sessions.module.css'

const key = keys.sessions()

/** The user's sessions, the current one first. */
export function Sessions() {
  const { t } = useTranslation()
  const session_id = useSession((session) => session.session_id)
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: async () => (await guarded(client.list('session', { limit: 200 }))).data,
    staleTime: 0,
  })
  const { busy, run } = useAction({ after: () => queries.invalidateQueries({ queryKey: key }) })
  const end = (ids: number[], done: string) =>
    run(async () => {
      for (const id of ids) await client.remove('session', id)
    }, done)

  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (!data) return <PageLoader />
  const others = data.filter(({ id }) => id !== session_id)
  const sorted = [...data.filter(({ id }) => id === session_id), ...others]
  return (
    <Section title={t('people:sessions.title')} text={t('people:sessions.text')}>
      <ul className={classes.sessions}>
        {sorted.map((session) => (
          <li key={session.id}>
            <SessionLine session={session} />
            {session.id === session_id ? (
              <Badge variant="light">{t('people:sessions.current')}</Badge>
            ) : (
              <Button
                size="xs"
                variant="default"
                disabled={busy}
                onClick={() => end([session.id], t('people:sessions.ended'))}
              >
                {t('people:sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('people:sessions.alone')}
        </Text>
      ) : (
        <Group>
          <Button
            variant="default"
            loading={busy}
            onClick={() =>
              end(
                others.map(({ id }) => id),
                t('people:sessions.endedAll'),
              )
            }
          >
            {t('people:sessions.endOthers')}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function SessionLine({ session }: { session: Row<'session'> }) {
  const { t } = useTranslation()
  const { ago, moment } = useTimes()
  const { kept_until, user_agent, ip, last_seen_at, impersonator_user_id } = session
  const browser = browserOf(user_agent)
  return (
    <div title={user_agent ?? undefined}>
      <Text fw={600}>{browser ? t('people:sessions.browser', browser) : t('people:sessions.unknown')}</Text>
      <Text c="dimmed" size="sm">
        {t('people:sessions.used', { ago: ago(last_seen_at, Date.now()), ip: ip ?? '' })}
        {kept_until !== null && ` · ${t('people:sessions.kept', { time: moment(kept_until) })}`}
        {impersonator_user_id !== null && ` · ${t('people:sessions.actedAs')}`}
      </Text>
    </div>
  )
}
