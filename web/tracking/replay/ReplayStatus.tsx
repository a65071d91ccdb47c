import { Button, Loader } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { keys } from '../keys.ts'
import type { Query } from './query.ts'
import classes from './Replay.module.css'
import { lastBefore, maxPoints } from './useTracks.ts'

/** Overlay on the map: loading, errors, no data, incomplete data. */
export function ReplayStatus({ query, pending, failed, cut, empty, retry, goTo }: Props) {
  const { t } = useTranslation()
  if (query.trackers.length === 0) return <p className={classes.status}>{t('tracking:replay.choose')}</p>
  if (failed) {
    return (
      <div className={classes.status} role="alert">
        {t('tracking:replay.failed')}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {t('tracking:replay.retry')}
        </Button>
      </div>
    )
  }
  if (pending) {
    return (
      <div className={classes.status} role="status">
        <Loader size="xs" /> {t('tracking:replay.loading')}
      </div>
    )
  }
  if (empty) return <Empty query={query} goTo={goTo} />
  if (cut) return <p className={classes.status}>{t('tracking:replay.cut', { count: maxPoints })}</p>
  return null
}

/** No data: links to the last earlier day with data. */
function Empty({ query, goTo }: Pick<Props, 'query' | 'goTo'>) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { timezone } = usePreferences()
  const results = useQueries({
    queries: query.trackers.map((id) => ({
      queryKey: keys.lastFixBefore(id, query.from),
      queryFn: () => lastBefore(id, query.from),
    })),
  })
  const last = results.reduce<string>((latest, { data }) => (data && data > latest ? data : latest), '')
  const day = last && moment(last)
  return (
    <div className={classes.status} role="status">
      {t('tracking:replay.empty')}
      {last && (
        <>
          {' '}
          {t('tracking:replay.emptyBefore', { day })}
          <Button size="compact-sm" variant="default" onClick={() => goTo(dayOf(last, timezone))}>
            {t('tracking:replay.goThere')}
          </Button>
        </>
      )}
    </div>
  )
}

type Props = {
  query: Query
  pending: boolean
  failed: boolean
  cut: boolean
  empty: boolean
  retry: () => void
  goTo: (day: string) => void
}
