import { Button, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { addDays, dayOf } from '../../kit/format/zoned.ts'
import { Search } from '../../kit/lists/Search.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { DayInput } from '../../kit/period/DayInput.tsx'
import classes from './Activity.module.css'
import { Legend } from './Legend.tsx'
import { Strip } from './Strip.tsx'
import { type Activity, kinds } from './strips.ts'
import { useValues } from './values.ts'

const LIMIT = 50
/** Milliseconds after which a strip of today is read again. */
const REFRESH = 30_000

/** The day of the whole fleet: a bar of 24 hours for each tracker. The arrow keys change the day. */
export function ActivityPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const now = useNow(REFRESH)
  const [params, change] = useAddress()
  const today = dayOf(now, timezone)
  const day = /^\d{4}-\d\d-\d\d$/.test(params.get('day') ?? '') ? params.get('day')! : today
  const search = params.get('search') ?? ''
  const offset = Math.max(0, Number(params.get('offset')) || 0)
  const set = (name: string, value: string | null) =>
    change((before) => {
      if (value === null) before.delete(name)
      else before.set(name, value)
      if (name !== 'offset') before.delete('offset')
      return before
    })
  useHotkeys([
    ['ArrowLeft', () => set('day', addDays(day, -1))],
    ['ArrowRight', () => set('day', addDays(day, 1))],
  ])
  const query = { organisation_id, day, limit: LIMIT, offset, ...(search && { search }) }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['movement', 'activity', query],
    queryFn: async () => (await client.act('GET movement/activity', query)).data,
    placeholderData: keepPreviousData,
    refetchInterval: day === today ? REFRESH : false,
  })
  return (
    <Page title={t('tracking:activity.title')} width="full">
      <div className={classes.tools}>
        <DayInput day={day} onChange={(next) => set('day', next)} />
        <Search value={search} onChange={(typed) => set('search', typed || null)} />
        <Legend kinds={kinds} />
      </div>
      {error ? (
        <p className={classes.note} role="alert">
          {error.message}
        </p>
      ) : !data ? (
        <Skeleton h={360} aria-hidden />
      ) : data.trackers.length === 0 ? (
        <p className={classes.note}>{t(search ? 'tracking:activity.noMatch' : 'tracking:activity.empty')}</p>
      ) : (
        <Strips data={data} now={now} waiting={isPlaceholderData} />
      )}
      {data && data.total > LIMIT && <Pages total={data.total} offset={offset} to={(next) => set('offset', next)} />}
    </Page>
  )
}

function Strips({ data, now, waiting }: { data: Activity; now: number; waiting: boolean }) {
  const { t } = useTranslation()
  const text = useValues()
  return (
    <div className={classes.strips} data-waiting={waiting || undefined}>
      <div className={classes.hours} aria-hidden>
        <span />
        <ol>
          {[0, 6, 12, 18].map((hour) => (
            <li key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {String(hour).padStart(2, '0')}:00
            </li>
          ))}
        </ol>
        <span />
      </div>
      {data.trackers.map((tracker) => (
        <div className={classes.row} key={tracker.tracker_id}>
          <Link className={classes.name!} to={paths.tracker({ id: tracker.tracker_id })} title={tracker.tracker_name}>
            {tracker.tracker_name}
          </Link>
          <Strip tracker={tracker} day={data} now={now} />
          <span className={classes.sum}>
            {tracker.driving_s > 0
              ? t('tracking:activity.driving', {
                  distance: text(tracker.distance_m, 'distance'),
                  time: text(tracker.driving_s, 'duration'),
                })
              : t('tracking:activity.nothing')}
          </span>
        </div>
      ))}
    </div>
  )
}

function Pages({ total, offset, to }: { total: number; offset: number; to: (offset: string | null) => void }) {
  const { t } = useTranslation()
  const until = offset + LIMIT
  return (
    <div className={classes.pages}>
      <span>{t('tracking:activity.shown', { from: offset + 1, to: Math.min(until, total), total })}</span>
      <Button
        variant="default"
        disabled={offset === 0}
        onClick={() => to(offset > LIMIT ? String(offset - LIMIT) : null)}
      >
        {t('tracking:activity.previous')}
      </Button>
      <Button variant="default" disabled={until >= total} onClick={() => to(String(until))}>
        {t('tracking:activity.next')}
      </Button>
    </div>
  )
}
