import { Badge, Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { toDuration, toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayName } from '../../kit/format/weekdays.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import type { DrawnArea } from '../boundaries/BoundaryEditor.tsx'
import { usePlace } from '../kit/usePlace.ts'
import classes from './Places.module.css'
import type { Place } from './suggestionsOf.ts'

/** A suggested place: what its stops say, and, when it is opened, what can be made of it. */
export function PlaceCard({ place, names, opened, toggle }: Props) {
  const { t } = useTranslation()
  const near = usePlace()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // It may have been chosen on the map.
    if (opened) card.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const { lon, lat, guess } = place
  const title = place.name ?? near([lon, lat]) ?? place.town
  return (
    <li className={classes.card} data-opened={opened || undefined} ref={card}>
      <button type="button" className={classes.head} aria-expanded={opened} onClick={toggle}>
        <span className={classes.title}>{title}</span>
        {guess && (
          <Badge variant="light" tt="none">
            {t(`tracking:places.guesses.${guess}`)}
          </Badge>
        )}
        <Figures place={place} />
      </button>
      {opened && <Opened place={place} title={freeName(title, names)} />}
    </li>
  )
}

function Figures({ place }: { place: Place }) {
  const { t, i18n } = useTranslation()
  const { trackers, per_week, median_s, hours, weekdays } = place
  const often = per_week.toLocaleString(i18n.language, { maximumFractionDigits: per_week < 10 ? 1 : 0 })
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
  const days = weekdays.length < 7 && daysOf(weekdays, i18n.language)
  const when = [days, hours && `${hour(hours.from)}–${hour(hours.until)}`].filter(Boolean).join(', ')
  return (
    <span className={classes.figures}>
      <span>{t('tracking:places.trackers', { count: trackers })}</span>
      <span>{t('tracking:places.perWeek', { often })}</span>
      <span>{t('tracking:places.usually', { period: toDuration(median_s) })}</span>
      {when && <span>{when}</span>}
    </span>
  )
}

function Opened({ place, title }: { place: Place; title: string }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [name, setName] = useState(title)
  const { create, ignore, error, busy } = usePlaceActions(place)
  const { lon, lat, radius_m, tracker_names, trackers, stops, total_s, first_at, last_at } = place
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create(name)
  }
  const others = trackers - tracker_names.length
  return (
    <form className={classes.opened} onSubmit={submit}>
      <p className={classes.more}>
        {tracker_names.join(', ')}
        {others > 0 && ` ${t('tracking:places.others', { count: others })}`}
      </p>
      <p className={classes.more}>
        {t('tracking:places.stops', { count: stops, total: toPeriod(total_s) })}
        <br />
        {t('tracking:places.between', { first: moment(first_at), last: moment(last_at) })}
      </p>
      <TextInput
        label={t('tracking:places.name')}
        description={t('tracking:places.quiet')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        maxLength={200}
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={busy}>
          {t('tracking:places.make')}
        </Button>
        <Button
          component={Link}
          to={paths.boundaryEdit()}
          state={{ shape: { kind: 'circle', center: [lon, lat], radius_m }, name } satisfies DrawnArea}
          variant="default"
          size="xs"
        >
          {t('tracking:places.draw')}
        </Button>
        <Button variant="subtle" color="gray" size="xs" disabled={busy} onClick={() => void ignore()}>
          {t('tracking:places.ignore')}
        </Button>
      </div>
    </form>
  )
}

/** Makes a boundary of a place, or has it not suggested any more. */
function usePlaceActions({ lon, lat, radius_m }: Place) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setError(null)
    try {
      await guarded(work())
      showSuccess(done)
      await refresh('ignoredplace')
      await refresh('boundary')
    } catch (failure) {
      if (failure instanceof ApiError && failure.field === 'name') setError(failure.message)
      else showFailure(failure, t('form.unreachable'))
    }
    setBusy(false)
  }
  const create = (name: string) => {
    const circle = { center: [lon, lat] as [number, number], radius_m }
    // Of no tracker: it has visits, and raises no alerts.
    const body = { organisation_id, name, circle, all_trackers: false, tracker_ids: [] }
    return run(() => client.create('boundary', body), t('tracking:places.made', { name }))
  }
  const ignore = () =>
    run(() => client.create('ignoredplace', { organisation_id, lon, lat, radius_m }), t('tracking:places.ignoredDone'))
  return { create, ignore, error, busy }
}

/** Two places may be near one town: the second has a number. */
function freeName(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((each) => each.toLowerCase()))
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

/** Mon–Fri where they follow each other, otherwise each. */
function daysOf(days: readonly number[], language: string): string {
  const [first, last] = [days[0]!, days.at(-1)!]
  const names = (last - first === days.length - 1 && days.length > 2 ? [first, last] : days).map((day) =>
    dayName(day, language),
  )
  return names.join(names.length < days.length ? '–' : ', ')
}

type Props = {
  place: Place
  /** Of boundaries that there are. */
  names: readonly string[]
  opened: boolean
  toggle: () => void
}
