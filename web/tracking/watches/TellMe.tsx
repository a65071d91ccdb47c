import { Button, Checkbox } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { nameOf } from '../kit/state.ts'
import type { Boundary, Tracker } from '../types.ts'
import { nearestBoundaries } from './nearest.ts'
import classes from './TellMe.module.css'
import { WatchLink } from './WatchLink.tsx'

/**
 * Asks by one press to be notified when the tracker arrives at one of the nearest boundaries, or departs from that which
 * it is in; another press ends it. Nothing is shown to a person without boundaries.
 */
export function TellMe({ tracker, boundaries, inside, position }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [always, setAlways] = useLocalStorage({ key: 'ringfence.tell_me_always', defaultValue: false })
  const { id: tracker_id } = tracker
  const { data: asked = [] } = useQuery({
    queryKey: keys.watches(tracker_id),
    queryFn: async () => (await guarded(client.list('alertrequest', { tracker_id, limit: 100 }))).data,
  })
  const ask = ({ kind, boundary }: Offer) =>
    send(async () => {
      const before = watchOf({ kind, boundary })
      if (before) await guarded(client.remove('alertrequest', before.id))
      else await guarded(client.create('alertrequest', { tracker_id, boundary_id: boundary.id, kind, once: !always }))
      await refresh('alertrequest')
      const names = { tracker: nameOf(tracker), boundary: boundary.name }
      showSuccess(before ? t('tracking:watches.ended') : t(`tracking:watches.will.${kind}`, names))
    })
  const watchOf = ({ kind, boundary }: Offer) =>
    asked.find((watch) => watch.kind === kind && watch.boundary_id === boundary.id)
  const offers = offersOf(boundaries, inside, position)
  if (boundaries.length === 0) return null
  return (
    <section className={classes.line} aria-label={t('tracking:watches.tellMe')}>
      <span>{t('tracking:watches.tellMe')}</span>
      {offers.map((offer) => {
        const is_asked = watchOf(offer) !== undefined
        return (
          <Button
            key={`${offer.kind} ${offer.boundary.id}`}
            className={classes.offer}
            variant={is_asked ? 'light' : 'default'}
            size="compact-xs"
            leftSection={is_asked && <Icon of={IconCheck} />}
            aria-pressed={is_asked}
            disabled={busy}
            onClick={() => ask(offer)}
          >
            {t(`tracking:watches.offers.${offer.kind}`, { boundary: offer.boundary.name })}
          </Button>
        )
      })}
      <WatchLink tracker={tracker} label={t('tracking:watches.more')} />
      {offers.length > 0 && (
        <Checkbox
          size="xs"
          label={t('tracking:watches.always')}
          checked={always}
          onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
        />
      )}
      <RefusalAlert refusal={refusal} />
    </section>
  )
}

function offersOf(boundaries: readonly Boundary[], inside: Boundary | undefined, position: number[] | null): Offer[] {
  const others = boundaries.filter(({ id, active }) => active && id !== inside?.id)
  const near = position ? nearestBoundaries(others, position, MOST) : others
  const arrivals = near.map((boundary): Offer => ({ kind: 'arrived', boundary }))
  return [...(inside ? [{ kind: 'departed' as const, boundary: inside }] : []), ...arrivals].slice(0, MOST)
}

const MOST = 3

type Offer = { kind: 'arrived' | 'departed'; boundary: Boundary }
type Props = {
  tracker: Tracker
  boundaries: readonly Boundary[]
  /** The one that it is in. */
  inside: Boundary | undefined
  position: number[] | null
}
