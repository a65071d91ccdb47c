import schema from 'virtual:resource/plannedshift'
import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { addDays, dayOf } from '../../kit/format/zoned.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { DayList } from './DayList.tsx'
import classes from './Plans.module.css'
import { mondayOf, usePlanned } from './usePlanned.ts'
import { usePlanText } from './usePlanText.ts'
import { WeekTable } from './WeekTable.tsx'

/** Who is to drive what: a week as a table, on a phone by day, or all plans as a list. */
export function PlansPage() {
  const [params, change] = useAddress()
  const view = params.get('view') === 'list' ? 'list' : 'week'
  const { t } = useTranslation()
  const views = (
    <SegmentedControl
      mb="xs"
      aria-label={t('tracking:plans.view')}
      value={view}
      onChange={(next) => change(() => new URLSearchParams(next === 'list' ? { view: 'list' } : {}))}
      data={[
        { value: 'week', label: t('tracking:plans.week') },
        { value: 'list', label: t('tracking:plans.all') },
      ]}
    />
  )
  return view === 'list' ? <AllPlans views={views} /> : <WeekPage views={views} />
}

function AllPlans({ views }: { views: ReactNode }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const dispatches = useDispatches(organisation_id)
  const { when } = usePlanText()
  const { day } = useTimes()
  return (
    <ListPage
      title={t('tracking:plans.title')}
      {...(dispatches && { create: { to: paths.plannedShift(), label: t('tracking:plans.new'), whenEmpty: true } })}
      links={[{ to: paths.drivers(), label: t('tracking:drivers.title') }]}
      resource="plannedshift"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'driver_id', show: ({ driver_name }) => driver_name },
        { name: 'tracker_id', show: ({ tracker_name, group_name }) => tracker_name ?? group_name ?? '' },
        { name: 'weekdays', show: when },
        { name: 'starts_on' },
        { name: 'until_on', show: ({ until_on }) => until_on && day(until_on) },
        { name: 'note' },
        { name: 'created_at', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ driver_name, tracker_name, group_name }) => `${driver_name}, ${tracker_name ?? group_name ?? ''}`}
      open={({ id }) => paths.plannedShift({ id })}
      removable={dispatches}
      empty={t('tracking:plans.empty')}
    >
      {views}
    </ListPage>
  )
}

function WeekPage({ views }: { views: ReactNode }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const organisation_id = useSession((session) => session.organisation_id)!
  const dispatches = useDispatches(organisation_id)
  const { timezone } = usePreferences()
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [params, change] = useAddress()
  const today = dayOf(Date.now(), timezone)
  const given = params.get('week') ?? ''
  const monday = mondayOf(/^\d{4}-\d\d-\d\d$/.test(given) && addDays(given, 0) ? given : today)
  const show = (week: string) => change(() => new URLSearchParams(week === mondayOf(today) ? {} : { week }))
  const { data, error } = usePlanned(organisation_id, monday)
  const shown = { times: data ?? [], monday, today, plans: dispatches }
  return (
    <Page
      title={t('tracking:plans.title')}
      width="full"
      actions={
        dispatches && (
          <Button component={Link} to={paths.plannedShift()}>
            {t('tracking:plans.new')}
          </Button>
        )
      }
    >
      <Group justify="space-between" mb="xs">
        {views}
        <Group gap={6} className={classes.week}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('tracking:plans.previous')}
            onClick={() => show(addDays(monday, -7)!)}
          >
            <Icon of={IconChevronLeft} />
          </ActionIcon>
          <Text aria-live="polite">
            {day(monday)} – {day(addDays(monday, 6)!)}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('tracking:plans.next')}
            onClick={() => show(addDays(monday, 7)!)}
          >
            <Icon of={IconChevronRight} />
          </ActionIcon>
          {monday !== mondayOf(today) && (
            <Button variant="default" onClick={() => show(mondayOf(today))}>
              {t('tracking:plans.thisWeek')}
            </Button>
          )}
        </Group>
      </Group>
      {error && <Text c="red">{error.message}</Text>}
      {!data && !error && <PageLoader />}
      {data?.length === 0 && <Text c="dimmed">{t('tracking:plans.none')}</Text>}
      {data && (narrow ? <DayList {...shown} /> : data.length > 0 && <WeekTable {...shown} />)}
    </Page>
  )
}
