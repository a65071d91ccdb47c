import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useAllowed } from '../../core/rights.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { keys } from '../keys.ts'
import { locationsOf } from '../kit/queries.ts'
import { useDistance } from '../kit/useDistance.ts'
import type { Boundary, Location, Tracker } from '../types.ts'
import classes from './ArrivesAt.module.css'

/** When the tracker arrives at a boundary or a location that one chooses, and what that is estimated from. */
export function ArrivesAt({ tracker, boundaries, now }: Props) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<string | null>(null)
  const { data: locations = none } = useQuery(locationsOf(tracker.organisation_id))
  const allowed = useAllowed(['history'])
  const data = useMemo(() => choicesOf(boundaries, locations), [boundaries, locations])
  if (!allowed || (boundaries.length === 0 && locations.length === 0)) return null
  const groups = [
    { group: t('tracking:arrivals.boundaries'), items: data.boundaries },
    { group: t('tracking:arrivals.locations'), items: data.locations },
  ].filter(({ items }) => items.length > 0)
  return (
    <section className={classes.line} aria-label={t('tracking:arrivals.title')}>
      <span className={classes.title}>{t('tracking:arrivals.title')}</span>
      <Select
        className={classes.choice}
        size="xs"
        aria-label={t('tracking:arrivals.title')}
        placeholder={t('tracking:arrivals.choose')}
        nothingFoundMessage={t('tracking:arrivals.nothing')}
        data={groups}
        value={place}
        onChange={setPlace}
        limit={50}
        searchable
        clearable
      />
      {place && <Estimate tracker_id={tracker.id} place={place} now={now} />}
    </section>
  )
}

function Estimate({ tracker_id, place, now }: { tracker_id: number; place: string; now: number }) {
  const { t } = useTranslation()
  const distance = useDistance()
  const sentence = useSentence(now)
  const { data, isError } = useQuery({
    queryKey: keys.arrival(tracker_id, place),
    queryFn: async () => (await guarded(client.act('GET arrival/estimate', { tracker_id, ...askedOf(place) }))).data,
    refetchInterval: REFRESH,
    staleTime: REFRESH / 2,
  })
  return (
    <div className={classes.estimate} aria-live="polite">
      {isError && t('tracking:arrivals.failed')}
      {data && (
        <>
          <div className={classes.when}>
            {sentence(data)}
            {!data.there && data.distance_m !== null && <span> · {distance(data.distance_m)}</span>}
          </div>
          {data.arrives_at && (
            <div className={classes.source}>
              {data.trips > 0
                ? t('tracking:arrivals.learned', { count: data.trips })
                : t(`tracking:arrivals.${data.by_road ? 'byRoad' : 'straight'}`)}
            </div>
          )}
        </>
      )}
    </div>
  )
}

function useSentence(now: number) {
  const { t } = useTranslation()
  const { time } = useTimes()
  return ({ there, arrives_at, earliest_at, latest_at, stands }: Arrival): string => {
    if (there) return t('tracking:arrivals.there')
    if (!arrives_at) return t('tracking:arrivals.unknown')
    const about = time(arrives_at, now)
    if (!earliest_at || !latest_at) return t(`tracking:arrivals.${stands ? 'leaves' : 'about'}`, { time: about })
    const span = { time: about, earliest: time(earliest_at, now), latest: time(latest_at, now) }
    return t(`tracking:arrivals.${stands ? 'leavesRange' : 'range'}`, span)
  }
}

function choicesOf(boundaries: readonly Boundary[], locations: readonly Location[]) {
  const choices = (kind: Kind, rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name })).sort((a, b) => a.label.localeCompare(b.label))
  return {
    boundaries: choices(
      'boundary_id',
      boundaries.filter(({ active }) => active),
    ),
    locations: choices('location_id', locations),
  }
}

function askedOf(place: string): { boundary_id: number } | { location_id: number } {
  const [kind, id] = place.split(' ') as [Kind, string]
  return kind === 'boundary_id' ? { boundary_id: Number(id) } : { location_id: Number(id) }
}

const none: never[] = []
const REFRESH = 30_000

type Kind = 'boundary_id' | 'location_id'
type Arrival = DataOf<'GET arrival/estimate'>
type Props = { tracker: Tracker; boundaries: readonly Boundary[]; now: number }
