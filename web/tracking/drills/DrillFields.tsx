import { Radio, Select, Stack, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { boundaryReference } from '../trackers/references.ts'
import { type DrillAlarm, drillAlarms } from './useDrillText.ts'

/** What a drill is of: the same for one now, and for the monthly one. */
export function DrillFields({ organisation_id, value, onChange, errorOf }: Props) {
  const { t } = useTranslation()
  const { nameOf } = useAlarmNames()
  const boundaries = useMemo(() => boundaryReference(organisation_id), [organisation_id])
  const groups = useMemo(() => groupReference(organisation_id), [organisation_id])
  const { kind, boundary_id, alarm, group_id, escalates } = value
  const change = (changed: Partial<DrillSettings>) => onChange({ ...value, ...changed })
  return (
    <>
      <Radio.Group
        label={t('tracking:drills.of')}
        value={kind}
        onChange={(chosen) => change({ kind: chosen as DrillSettings['kind'] })}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="boundary" label={t('tracking:drills.kinds.boundary')} />
          <Radio value="alarm" label={t('tracking:drills.kinds.alarm')} />
        </Stack>
      </Radio.Group>
      {kind === 'alarm' && (
        <Select
          label={t('tracking:drills.alarm')}
          description={t('tracking:drills.alarmHint')}
          data={drillAlarms.map((name) => ({ value: name, label: nameOf(name) }))}
          value={alarm}
          onChange={(name) => change({ alarm: name as DrillAlarm })}
          allowDeselect={false}
          error={errorOf('alarm')}
        />
      )}
      <ReferencePicker
        reference={boundaries}
        label={t(kind === 'boundary' ? 'tracking:drills.boundary' : 'tracking:drills.place')}
        placeholder={t('tracking:drills.choose')}
        value={boundary_id}
        onChange={(id) => change({ boundary_id: id })}
        error={errorOf('boundary_id')}
      />
      <ReferencePicker
        reference={groups}
        label={t('tracking:drills.group')}
        description={t('tracking:drills.groupHint')}
        value={group_id}
        onChange={(id) => change({ group_id: id })}
        error={errorOf('group_id')}
      />
      <Switch
        label={t('tracking:drills.escalates')}
        description={t('tracking:drills.escalatesHint')}
        checked={escalates}
        onChange={({ currentTarget }) => change({ escalates: currentTarget.checked })}
      />
    </>
  )
}

export const firstSettings: DrillSettings = {
  kind: 'boundary',
  boundary_id: null,
  alarm: 'sos',
  group_id: null,
  escalates: false,
}

/** As the server takes it: a drill of a boundary has no alarm. */
export const bodyOf = (value: DrillSettings) => ({ ...value, alarm: value.kind === 'alarm' ? value.alarm : null })
export const isWhole = ({ kind, boundary_id }: DrillSettings) => kind === 'alarm' || boundary_id !== null

export type DrillSettings = {
  kind: 'boundary' | 'alarm'
  boundary_id: number | null
  alarm: DrillAlarm
  group_id: number | null
  escalates: boolean
}
type Props = {
  organisation_id: number
  value: DrillSettings
  onChange: (value: DrillSettings) => void
  errorOf: (name: string) => string | undefined
}
