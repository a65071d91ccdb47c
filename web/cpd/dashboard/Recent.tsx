import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { recentOf } from './plans.ts'
import classes from './Recent.module.css'

type Props = { organisation_id: number; user_id: number; hide_empty: boolean }

/**
 * The newest goals, activities, procedures and files of the person, each kind with its list.
 *
 * @param hide_empty leaves out kinds without any: nothing is asked of the person
 */
export function Recent(of: Props) {
  const has_files = useFeatures().includes('files')
  return (
    <div className={classes.lists}>
      <Goals {...of} />
      <Activities {...of} />
      <Procedures {...of} />
      {has_files && <Files {...of} />}
    </div>
  )
}

function Goals({ organisation_id, user_id, hide_empty }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data } = useQuery(recentOf('devgoal', organisation_id, { organisation_id, user_id, sort: '-modified_at' }))
  const rows = data?.map(({ id, description, timely }) => ({
    to: paths.goal({ id }),
    label: description,
    detail: timely ? t('cpd:goals.until', { day: day(timely) }) : '',
  }))
  return <List title={t('cpd:dashboard.recentGoals')} rows={rows} all={paths.goals()} hide_empty={hide_empty} />
}

function Activities({ organisation_id, user_id, hide_empty }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data } = useQuery(
    recentOf('devactivity', organisation_id, { organisation_id, user_id, sort: '-completed_on' }),
  )
  const rows = data?.map(({ id, target, completed_on, hours }) => ({
    to: paths.activity({ id }),
    label: target || t('cpd:activities.untitled'),
    detail: [completed_on && day(completed_on), t('cpd:hours', { hours })].filter(Boolean).join(' · '),
  }))
  return (
    <List
      title={t('cpd:dashboard.recentActivities')}
      rows={rows}
      all={paths.activities()}
      hide_empty={hide_empty}
      add={{ to: paths.activityEdit(), label: t('cpd:activities.add') }}
    />
  )
}

function Procedures({ organisation_id, user_id, hide_empty }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data } = useQuery(recentOf('procedure', organisation_id, { organisation_id, user_id, sort: '-date' }))
  const rows = data?.map(({ id, case_number, type, date }) => ({
    to: paths.procedure({ id }),
    label: t('cpd:procedures.case', { number: case_number }),
    detail: [type, day(date)].filter(Boolean).join(' · '),
  }))
  return (
    <List
      title={t('cpd:dashboard.recentProcedures')}
      rows={rows}
      all={paths.procedures()}
      hide_empty={hide_empty}
      add={{ to: paths.procedureEdit(), label: t('cpd:procedures.add') }}
    />
  )
}

function Files({ organisation_id, user_id, hide_empty }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const query = {
    organisation_id,
    owner_user_id: user_id,
    is_folder: false,
    deleted: false,
    sort: '-modified_at',
  } as const
  const { data } = useQuery(recentOf('file', organisation_id, query))
  const rows = data?.map(({ id, name, modified_at }) => ({
    to: paths.file({ id }),
    label: name,
    detail: moment(modified_at),
  }))
  return <List title={t('cpd:dashboard.recentFiles')} rows={rows} all={paths.files()} hide_empty={hide_empty} />
}

function List({ title, rows, all, add, hide_empty }: ListProps) {
  const { t } = useTranslation()
  if (!rows || (hide_empty && rows.length === 0)) return null
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('cpd:dashboard.nothing')}</Text>
      ) : (
        <ul className={classes.list}>
          {rows.map(({ to, label, detail }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>{' '}
              <Text span c="dimmed" size="sm">
                {detail}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Group gap="sm">
        {add && (
          <Button component={Link} to={add.to} variant="default" size="compact-sm">
            {add.label}
          </Button>
        )}
        {rows.length > 0 && (
          <Link to={all} aria-label={t('cpd:dashboard.allOf', { list: title })}>
            {t('cpd:dashboard.all')}
          </Link>
        )}
      </Group>
    </Section>
  )
}

type ListProps = {
  title: string
  rows: { to: string; label: string; detail: string }[] | undefined
  all: string
  hide_empty: boolean
  add?: { to: string; label: string }
}
