import { Button, Text, Title } from '@mantine/core'
import { useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { boxOf, DrawLayout } from '../boundaries/DrawLayout.tsx'
import { useImport } from '../boundaries/useImport.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import type { Box } from '../map/camera/fit.ts'
import { emptyDraft, step } from '../map/draw/draft.ts'
import type { Shape } from '../map/draw/types.ts'
import { Answer } from './Answer.tsx'
import classes from './Past.module.css'
import { useAreaVisits } from './useAreaVisits.ts'

/** Draw any area and choose a time: who was there, when, how long, and driven by whom. */
export function PastPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const reference = useTrackerReference(organisation_id)
  const [draft, dispatch] = useReducer(step, { ...emptyDraft, tool: 'rectangle' })
  const [focus, setFocus] = useState<Box | null>(null)
  const [tracker_ids, setTrackers] = useState<number[]>([])
  const { period: chosen, setPeriod } = usePeriod()
  const period = chosen ?? { range: 'week' }
  const take = ({ shape }: { shape: Shape | null }) => {
    if (!shape) return
    dispatch({ type: 'add', shape })
    setFocus(boxOf(shape))
  }
  const { open, drop } = useImport(take, (areas) => areas.forEach(take))
  const asked = useAreaVisits({ organisation_id, shape: draft.shape, period, tracker_ids })
  const visits = asked.whole?.visits
  const places = useMemo(() => visits?.map(({ lon, lat }): [number, number] => [lon, lat]) ?? [], [visits])
  const is_asking = asked.whole !== null && !asked.done
  const form = (
    <div className={classes.form}>
      <div>
        <Title order={1} size="h4">
          {t('tracking:past.title')}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t('tracking:past.text')}
        </Text>
      </div>
      <PeriodFilter required value={period} onChange={(update) => setPeriod((before) => update(before ?? period))} />
      <ReferencesPicker
        reference={reference}
        max={100}
        label={t('tracking:past.trackers')}
        placeholder={tracker_ids.length === 0 ? t('tracking:past.allTrackers') : ''}
        value={tracker_ids}
        onChange={setTrackers}
      />
      {!is_asking && (
        <Button disabled={!draft.shape} onClick={asked.run} w="fit-content">
          {t(asked.whole ? 'tracking:past.again' : 'tracking:past.find')}
        </Button>
      )}
      {!draft.shape && (
        <Text size="sm" c="dimmed">
          {t('tracking:past.drawFirst')}
        </Text>
      )}
      <Answer asked={asked} shape={draft.shape} />
    </div>
  )
  return (
    <>
      <DocumentTitle title={t('tracking:past.title')} />
      <DrawLayout
        label={t('tracking:past.title')}
        draft={draft}
        dispatch={dispatch}
        form={form}
        onImport={open}
        onDrop={drop}
        map={{ focus, without: null, places, placesAre: 'inside' }}
      />
    </>
  )
}
