import { ActionIcon, Anchor, SegmentedControl, TextInput, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { useTrackerReference } from '../fleet/useTrackerReference.ts'
import { Moment } from '../history/Filters.tsx'
import { maxTrackers, type Query } from './query.ts'
import classes from './Replay.module.css'

/** Form for trackers and time range. */
export function ReplayQuery({ organisation_id, query, setQuery }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  const { timezone } = usePreferences()
  const wrong = query.to <= query.from
  const byRange = query.day === null
  const change = (kind: string) => setQuery({ ...query, day: kind === 'day' ? dayOf(query.from, timezone) : null })
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
        onChange={(trackers) => setQuery({ ...query, trackers })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('tracking:replay.when')}
        data={[
          { value: 'day', label: t('tracking:replay.day') },
          { value: 'range', label: t('tracking:replay.range') },
        ]}
        value={byRange ? 'range' : 'day'}
        onChange={change}
      />
      {byRange ? (
        <>
          <Moment
            label={t('tracking:history.from')}
            value={query.from}
            onChange={(from) => from && setQuery({ ...query, from })}
          />
          <Moment
            label={t('tracking:history.to')}
            value={query.to}
            onChange={(to) => to && setQuery({ ...query, to })}
          />
          {wrong && (
            <p className={classes.warning} role="alert">
              {t('tracking:replay.wrongRange')}
            </p>
          )}
        </>
      ) : (
        <Day day={query.day!} onChange={(day) => setQuery({ ...query, day, ...boundsOfDay(day, timezone)! })} />
      )}
    </section>
  )
}

function Day({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.day}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('tracking:replay.previousDay')}
        onClick={() => onChange(addDays(day, -1)!)}
      >
        <Icon of={IconChevronLeft} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={t('tracking:replay.day')}
        value={day}
        max="9999-12-30"
        required
        onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('tracking:replay.nextDay')}
        onClick={() => onChange(addDays(day, 1)!)}
      >
        <Icon of={IconChevronRight} />
      </ActionIcon>
    </div>
  )
}

type Props = { organisation_id: number; query: Query; setQuery: (query: Query) => void }
