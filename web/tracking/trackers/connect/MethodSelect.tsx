import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DevicePort } from '../../../core/types.ts'
import { type Method, methodsOf } from './methods.ts'

/** Select of connection methods. */
export function MethodSelect<W extends Method | null>({
  label,
  description,
  devices,
  value,
  none,
  onChange,
}: Props<W>) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={label}
      description={description}
      maw={420}
      value={value ?? ''}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...methodsOf(devices).map(({ group, methods }) => ({
          group: t(`tracking:connect.groups.${group}`),
          items: methods.map((method) => ({
            value: method,
            label: t(`tracking:connect.methods.${method}`, { defaultValue: method }),
          })),
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
  /** Label of an empty choice. */
  none?: string
  onChange: (method: W) => void
}
