import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../types.ts'
import { AllowTransport } from './connect/AllowTransport.tsx'
import { protocolOfUdp } from './connect/methods.ts'

/** By what a tracker has tried to report, and may not. */
export function Refused({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  if (tracker.refused_transports.length === 0) return null
  return (
    <Stack mb="md">
      {tracker.refused_transports.map((name) => (
        <AllowTransport
          key={name}
          tracker={tracker}
          transport={name}
          text={(label) =>
            t(`tracking:connect.transports.${protocolOfUdp(name) === null ? 'tried' : 'triedUdp'}`, { name: label })
          }
        />
      ))}
    </Stack>
  )
}
