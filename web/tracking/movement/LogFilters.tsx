import { NumberInput, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { toDuration } from '../../kit/format/format.ts'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { referenceTo } from '../../kit/reference/referenceTo.ts'
import classes from './Reports.module.css'
import { intervals, type ReportRequest } from './useMovementReport.ts'

const MOST_SENSORS = 20
const USUAL_MIN = 15

/** What a log is asked: its sensors, how often it has a value, and a range instead of theirs. */
export function LogFilters({ asked, change }: Props) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const sensors = useMemo(
    () =>
      referenceTo('sensor', {
        organisation_id,
        query: { sort: 'name' },
        toOption: ({ id, name, unit, tracker_name, group_name }) => ({
          id,
          label: name,
          detail: [unit, tracker_name ?? group_name].filter(Boolean).join(' · '),
        }),
      }),
    [organisation_id],
  )
  return (
    <>
      <div className={classes.trackers}>
        <ReferencesPicker
          reference={sensors}
          label={t('tracking:sensors.title')}
          placeholder={t('tracking:log.temperatures')}
          max={MOST_SENSORS}
          value={asked.sensor_id ?? []}
          onChange={(ids) => change({ sensor_id: ids.join(',') || null })}
        />
      </div>
      <Select
        label={t('tracking:log.interval')}
        data={intervals.map((value) => ({ value: String(value), label: toDuration(value * 60) }))}
        value={String(asked.interval_min ?? USUAL_MIN)}
        allowDeselect={false}
        onChange={(value) => change({ interval_min: Number(value) === USUAL_MIN ? null : value })}
      />
      {(['low', 'high'] as const).map((name) => (
        <Limit
          key={`${name} ${asked[name]}`}
          label={t(`tracking:log.${name}`)}
          value={asked[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </>
  )
}

/** A number that is asked for when it is complete: each key would be a report of its own. */
function Limit({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (value: string | null) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | number>(value ?? '')
  const submit = () => {
    const next = typed === '' || !Number.isFinite(Number(typed)) ? null : Number(typed)
    if (next !== value) onChange(next === null ? null : String(next))
  }
  return (
    <NumberInput
      label={label}
      placeholder={t('tracking:log.ofSensor')}
      decimalScale={2}
      hideControls
      value={typed}
      onChange={setTyped}
      onBlur={submit}
      onKeyDown={({ key }) => key === 'Enter' && submit()}
    />
  )
}

type Props = { asked: ReportRequest; change: (parts: Record<string, string | null>) => void }
