import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { usePlace } from '../kit/usePlace.ts'
import classes from './Places.module.css'

/** Places that are not suggested, of which each may be again. */
export function Ignored({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const near = usePlace()
  const { data } = useQuery({
    queryKey: keys.ignoredPlaces(organisation_id),
    queryFn: () => guarded(client.list('ignoredplace', { organisation_id, limit: MOST })),
  })
  if (!data || data.data.length === 0) return null
  const suggest = async (id: number) => {
    try {
      await guarded(client.remove('ignoredplace', id))
      await refresh('ignoredplace')
      await refresh('boundary')
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
  return (
    <details className={classes.ignored}>
      <summary>{t('tracking:places.ignored', { count: data.info.total })}</summary>
      <ul>
        {data.data.map(({ id, lon, lat, created_at }) => (
          <li key={id}>
            <span>
              {near([lon, lat])} <small>{`${lat.toFixed(4)}, ${lon.toFixed(4)} · ${moment(created_at)}`}</small>
            </span>
            <Button variant="subtle" size="compact-sm" onClick={() => void suggest(id)}>
              {t('tracking:places.again')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const MOST = 200
