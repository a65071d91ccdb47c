import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DevicePort } from '../../../core/types.ts'
import { type Way, waysOf } from './ways.ts'

/** What a device is, by how it reaches this server. */
export function WaySelect<W extends Way | null>({ label, description, devices, value, none, onChange }: Props<W>) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={label}
      description={description}
      maw={420}
      value={value ?? ''}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...waysOf(devices).map(({ group, ways }) => ({
          group: t(`tracking:connect.groups.${group}`),
          items: ways.map((way) => ({ value: way, label: t(`tracking:connect.ways.${way}`, { defaultValue: way }) })),
        })),
      ]}
      onChange={(event) => onChange((event.currentTarget.value || null) as W)}
    />
  )
}

type Props<W> = {
  label: string
  description?: string
  devices: DevicePort[]
  value: W
  /** Offered where nothing need be chosen. */
  none?: string
  onChange: (way: W) => void
}
