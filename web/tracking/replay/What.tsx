import { ActionIcon, Anchor, SegmentedControl, TextInput, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { TrackersSelect } from '../choosers/TrackersSelect.tsx'
import { Moment } from '../history/Filters.tsx'
import { type Asked, mostTrackers } from './asked.ts'
import classes from './Replay.module.css'

/** Which trackers, and which time. */
export function What({ organisation_id, asked, ask }: Props) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const wrong = asked.to <= asked.from
  const byRange = asked.day === null
  const change = (kind: string) => ask({ ...asked, day: kind === 'day' ? dayOf(asked.from, timezone) : null })
  return (
    <section className={classes.what}>
      <div className={classes.head}>
        <Title order={1} size="h4">
          {t('tracking:replay.title')}
        </Title>
        <Anchor
          component={Link}
          to={asked.trackers[0] ? paths.map({ tracker: asked.trackers[0] }) : paths.map()}
          size="sm"
        >
          {t('tracking:replay.live')}
        </Anchor>
      </div>
      <TrackersSelect
        organisation_id={organisation_id}
        label={t('tracking:replay.trackers')}
        placeholder={t('tracking:replay.chooseTracker')}
        description={t('tracking:replay.atMost', { count: mostTrackers })}
        most={mostTrackers}
        value={asked.trackers}
        onChange={(trackers) => ask({ ...asked, trackers })}
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
            value={asked.from}
            onChange={(from) => from && ask({ ...asked, from })}
          />
          <Moment label={t('tracking:history.to')} value={asked.to} onChange={(to) => to && ask({ ...asked, to })} />
          {wrong && (
            <p className={classes.warning} role="alert">
              {t('tracking:replay.wrongRange')}
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

type Props = { organisation_id: number; asked: Asked; ask: (asked: Asked) => void }
