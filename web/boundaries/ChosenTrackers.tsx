import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trackersOf } from '../fleet/queries.ts'
import { byName } from '../fleet/rows.ts'
import { nameOf } from '../fleet/state.ts'

/** The trackers that a boundary is for, where it is not for all. */
export function ChosenTrackers({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(trackersOf(organisation_id))
  const trackers = byName(data ?? [])
  return (
    <MultiSelect
      label={t('boundaries.chosen')}
      description={t('boundaries.chosenHint')}
      data={trackers.map((tracker) => ({ value: String(tracker.id), label: nameOf(tracker) }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      limit={50}
      nothingFoundMessage={t('boundaries.noTracker')}
    />
  )
}

type Props = { organisation_id: number; value: number[]; onChange: (ids: number[]) => void }
