import { ActionIcon, Anchor, SegmentedControl, TextInput, Title } from '@mantine/core'
import { Link } from 'react-router'
import { TrackersSelect } from '../choosers/TrackersSelect.tsx'
import { Moment } from '../history/Filters.tsx'
import { useHistoryWords } from '../history/words.ts'
import { usePreferences } from '../settings/usePreferences.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { addDays, boundsOfDay, dayOf } from '../ui/zoned.ts'
import { type Asked, mostTrackers } from './asked.ts'
import classes from './Replay.module.css'

/** Which trackers, and which time. */
export function What({ organisation_id, asked, ask }: Props) {
  const { t } = useHistoryWords()
  const { timezone } = usePreferences()
  const wrong = asked.to <= asked.from
  const byRange = asked.day === null
  const change = (kind: string) => ask({ ...asked, day: kind === 'day' ? dayOf(asked.from, timezone) : null })
  return (
    <section className={classes.what}>
      <div className={classes.head}>
        <Title order={1} size="h4">
          {t('replayPage.title')}
        </Title>
        <Anchor
          component={Link}
          to={asked.trackers[0] ? `/app/map?tracker=${asked.trackers[0]}` : '/app/map'}
          size="sm"
        >
          {t('replayPage.live')}
        </Anchor>
      </div>
      <TrackersSelect
        organisation_id={organisation_id}
        label={t('replayPage.trackers')}
        placeholder={t('replayPage.chooseTracker')}
        description={t('replayPage.atMost', { count: mostTrackers })}
        most={mostTrackers}
        value={asked.trackers}
        onChange={(trackers) => ask({ ...asked, trackers })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('replayPage.when')}
        data={[
          { value: 'day', label: t('replayPage.day') },
          { value: 'range', label: t('replayPage.range') },
        ]}
        value={byRange ? 'range' : 'day'}
        onChange={change}
      />
      {byRange ? (
        <>
          <Moment label={t('from')} value={asked.from} onChange={(from) => from && ask({ ...asked, from })} />
          <Moment label={t('to')} value={asked.to} onChange={(to) => to && ask({ ...asked, to })} />
          {wrong && (
            <p className={classes.warning} role="alert">
              {t('replayPage.wrongRange')}
            </p>
          )}
        </>
      ) : (
        <Day day={asked.day!} onChange={(day) => ask({ ...asked, day, ...boundsOfDay(day, timezone)! })} />
      )}
    </section>
  )
}

function Day({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t } = useHistoryWords()
  return (
    <div className={classes.day}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('replayPage.previousDay')}
        onClick={() => onChange(addDays(day, -1)!)}
      >
        <ChevronLeftIcon />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={t('replayPage.day')}
        value={day}
        max="9999-12-30"
        required
        onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('replayPage.nextDay')}
        onClick={() => onChange(addDays(day, 1)!)}
      >
        <ChevronRightIcon />
      </ActionIcon>
    </div>
  )
}

type Props = { organisation_id: number; asked: Asked; ask: (asked: Asked) => void }
