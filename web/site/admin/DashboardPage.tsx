import { Anchor, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { toSize } from '../../kit/format/size.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { boundsOf } from '../../kit/period/period.ts'
import { keys } from '../keys.ts'
import classes from './Dashboard.module.css'
import { type Group, groups, type Overview, platformGroups } from './figures.ts'

/** What an organisation has and what goes wrong in it, by one request. Each figure leads to the list that it counts. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const features = useFeatures()
  const { timezone } = usePreferences()
  const [now] = useState(Date.now)
  const from = boundsOf({ range: 'week' }, timezone, now).from!
  const { data, isError, refetch } = useQuery({
    queryKey: keys.adminOverview(organisation_id!, from),
    queryFn: async () => {
      const query = { organisation_id: organisation_id!, from }
      return (await guarded(client.call<{ data: Overview }>('GET', 'admin/overview', query))).data
    },
    staleTime: 0,
  })
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  const shown = groups.filter((group) => !('feature' in group) || features.includes(group.feature))
  return (
    <Page title={t('site:dashboard.title')} width="full">
      {isError ? (
        <ListFailed reason={t('site:dashboard.failed')} retry={refetch} />
      ) : (
        <>
          <Section {...(membership && { title: membership.organisation_name })}>
            <div className={classes.groups} aria-busy={!data}>
              {shown.map((group) => (
                <Figures key={group.name} group={group} of="organisation" data={data} />
              ))}
            </div>
          </Section>
          {user?.platform_admin && (
            <Section title={t('site:dashboard.installation')}>
              <div className={classes.groups}>
                {platformGroups.map((group) => (
                  <Figures key={group.name} group={group} of="installation" data={data} />
                ))}
              </div>
            </Section>
          )}
        </>
      )}
    </Page>
  )
}

function Figures({
  group,
  of,
  data,
}: {
  group: Group
  of: 'organisation' | 'installation'
  data: Overview | undefined
}) {
  const { t, i18n } = useTranslation()
  const label = `dashboard-${of}-${group.name}`
  const countOf = (name: string) => data?.figures.find((each) => each.name === name && each.of === of)?.count
  const text = (count: number) => {
    const number = count.toLocaleString(i18n.language)
    return count >= COUNTED ? t('site:dashboard.more', { count: number as never }) : number
  }
  const weekly = group.figures.some(({ to }) => to.includes('range=week'))
  return (
    <section className={classes.group} aria-labelledby={label}>
      <div>
        <Title order={3} size="h6" id={label}>
          {t(`site:dashboard.${group.name}`)}
        </Title>
      </div>
      <ul className={classes.figures}>
        {group.figures.map(({ name, to, warns }) => {
          const count = countOf(name)
          return (
            <li key={name}>
              <Link className={classes.figure} to={to} data-warning={(warns && count) || undefined}>
                <b>{count === undefined ? <Skeleton height={28} width={40} /> : text(count)}</b>
                <span>
                  {t(`site:dashboard.figures.${name}`)}
                  {to.includes('range=week') && ' *'}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div>
        {group.name === 'files' && data && <Storage {...data.storage} />}
        {weekly && (
          <Text size="xs" c="dimmed">
            * {t('site:dashboard.week')}
          </Text>
        )}
      </div>
    </section>
  )
}

function Storage({ bytes, bytes_max }: Overview['storage']) {
  const { t } = useTranslation()
  // Rounded: a number such as 6e-9 is no value for screen readers.
  const percent = bytes_max === 0 ? 100 : Math.min(100, Math.round((1000 * bytes) / bytes_max) / 10)
  const title = t('site:dashboard.storage')
  return (
    <div>
      <div className={classes.storage}>
        <Anchor component={Link} to={paths.filesAdmin()} inherit>
          {title}
        </Anchor>
        <span>{t('site:dashboard.storageOf', { bytes: toSize(bytes), max: toSize(bytes_max) })}</span>
      </div>
      <Progress value={percent} size="sm" my={6} aria-label={title} {...(percent > 90 && { color: 'red' })} />
    </div>
  )
}

/** The server counts up to here. */
const COUNTED = 10_000
