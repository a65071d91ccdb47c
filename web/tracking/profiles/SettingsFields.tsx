import { Checkbox, Fieldset, NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { SpeedField } from '../../kit/forms/NumberField.tsx'

/** The values of the rules of movement. What is left empty is that of the kind. */
export function SettingsFields({ kind, value, onChange }: Props) {
  const { t } = useTranslation()
  const labelOf = (name: Setting) => t(`tracking:movementProfiles.settings.${name}`)
  const set = (name: Setting, given: number | string) => {
    const { [name]: _, ...others } = value
    onChange(given === '' ? others : { ...others, [name]: Number(given) })
  }
  return (
    <Fieldset legend={t('tracking:movementProfiles.values')}>
      <Stack gap="md">
        {metresPerSecond.map((name) => (
          <SpeedField
            key={name}
            name={name}
            label={labelOf(name)}
            description={undefined}
            value={value[name] ?? ''}
            onChange={(given) => set(name, given)}
          />
        ))}
        <Checkbox
          label={labelOf('road_limits')}
          checked={value.road_limits ?? onRoads.includes(kind)}
          onChange={({ currentTarget }) => onChange({ ...value, road_limits: currentTarget.checked })}
        />
        {others.map(([name, unit]) => (
          <NumberInput
            key={name}
            name={name}
            label={labelOf(name)}
            value={value[name] ?? ''}
            onChange={(given) => set(name, given)}
            min={0}
            rightSection={unit}
            rightSectionWidth={64}
            rightSectionPointerEvents="none"
            hideControls
            styles={{ wrapper: { maxWidth: 240 } }}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

const metresPerSecond = ['speed_limit', 'departure_speed', 'speed_max'] as const
/** Kinds that the limits of roads hold for, unless a profile says otherwise (`gateway/movement/rules/profile.ts`). */
const onRoads: Kind[] = ['car', 'truck']
const others = [
  ['stop_min_s', 's'],
  ['stop_ignition_off_s', 's'],
  ['idle_min_s', 's'],
  ['visit_min_s', 's'],
  ['no_data_s', 's'],
  ['speeding_min_s', 's'],
  ['trip_min_m', 'm'],
  ['rest_radius_m', 'm'],
  ['rest_radius_max_m', 'm'],
  ['accuracy_max_m', 'm'],
  ['tow_min_m', 'm'],
] as const

export type Settings = Row<'movementprofile'>['settings']
type Kind = Row<'movementprofile'>['kind']
type Setting = (typeof metresPerSecond)[number] | (typeof others)[number][0] | 'road_limits'
type Props = { kind: Kind; value: Settings; onChange: (settings: Settings) => void }
