import { Select, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { boundariesOf } from '../kit/queries.ts'
import { Ignored } from './Ignored.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import classes from './Places.module.css'
import { keyOf, type Suggestions, suggestionsOf } from './suggestionsOf.ts'

const PlacesMap = lazy(() => import('./PlacesMap.tsx'))
const spans = [14, 30, 60, 90, 180]

/** Places without a boundary where trackers stop again and again: each may become one, or be ignored. */
export function PlacesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, change] = useAddress()
  const asked = Number(params.get('days'))
  const days = spans.includes(asked) ? asked : 60
  const { data, error, isPlaceholderData } = useQuery({
    ...suggestionsOf(organisation_id, days),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('tracking:places.title')} width="full">
      <Stack gap="md">
        <Text c="dimmed" size="sm" maw={720}>
          {t('tracking:places.text')}
        </Text>
        <Select
          label={t('tracking:places.days')}
          w={220}
          data={spans.map((span) => ({ value: String(span), label: t('tracking:places.lastDays', { count: span }) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(value) =>
            change((before) => {
              before.set('days', String(value))
              return before
            })
          }
        />
        {error ? (
          <p className={classes.note} role="alert">
            {error.message}
          </p>
        ) : data ? (
          <Answer found={data} waiting={isPlaceholderData} />
        ) : (
          <Skeleton h={360} aria-hidden />
        )}
        <Ignored organisation_id={organisation_id} />
      </Stack>
    </Page>
  )
}

function Answer({ found, waiting }: { found: Suggestions; waiting: boolean }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: boundaries = [] } = useQuery(boundariesOf(organisation_id))
  const [selected, select] = useState<string | null>(null)
  const { places, count, is_cut } = found
  if (places.length === 0) return <p className={classes.note}>{t('tracking:places.empty')}</p>
  return (
    <div className={classes.answer} data-waiting={waiting || undefined}>
      <div className={classes.map}>
        <Suspense fallback={<Skeleton h="100%" aria-hidden />}>
          <PlacesMap places={places} boundaries={boundaries} selected={selected} select={select} />
        </Suspense>
      </div>
      <div className={classes.list}>
        <Text size="sm" role="status">
          {[
            t('tracking:places.count', { count }),
            places.length < count && t('tracking:places.shown', { count: places.length }),
            is_cut && t('tracking:places.cut'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <ul className={classes.places}>
          {places.map((place) => (
            <PlaceCard
              key={keyOf(place)}
              place={place}
              names={boundaries.map(({ name }) => name)}
              opened={selected === keyOf(place)}
              toggle={() => select(selected === keyOf(place) ? null : keyOf(place))}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}
