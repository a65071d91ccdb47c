import { Anchor, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { type ChangeQuery, maxTrackers, type Query } from './query.ts'
import classes from './Replay.module.css'

/** Form for trackers and time range. */
export function ReplayQuery({ organisation_id, query, changeQuery }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  return (
    <section className={classes.query}>
      <div className={classes.head}>
        <Title order={1} size="h4">
          {t('tracking:replay.title')}
        </Title>
        <Anchor
          component={Link}
          to={query.trackers[0] ? paths.map({ tracker: query.trackers[0] }) : paths.map()}
          size="sm"
        >
          {t('tracking:replay.live')}
        </Anchor>
      </div>
      <ReferencesPicker
        reference={trackers}
        label={t('tracking:replay.trackers')}
        placeholder={t('tracking:replay.chooseTracker')}
        description={t('tracking:replay.atMost', { count: maxTrackers })}
        max={maxTrackers}
        value={query.trackers}
        onChange={(trackers) => changeQuery((before) => ({ ...before, trackers }))}
      />
      <PeriodFilter
        required
        value={query.period}
        onChange={(update) => changeQuery((before) => ({ ...before, period: update(before.period) ?? before.period }))}
      />
      {query.to <= query.from && (
        <p className={classes.warning} role="alert">
          {t('tracking:replay.wrongRange')}
        </p>
      )}
    </section>
  )
}

type Props = { organisation_id: number; query: Query; changeQuery: (update: ChangeQuery) => void }
