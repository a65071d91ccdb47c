import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installation } from '../../../core/installation.ts'
import { AllowTransport } from './AllowTransport.tsx'
import { AppSettings } from './AppSettings.tsx'
import type { Tracker } from './addresses.ts'
import { DeviceSettings, MqttSettings } from './DeviceSettings.tsx'
import { WaySelect } from './WaySelect.tsx'
import { allows, transportOf, type Way } from './ways.ts'

/** What is put into the device, by what it is. It begins with a way that the tracker may report. */
export function ConnectDevice({ tracker, phone, selected, onSelect }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(installation)
  const [transports, setTransports] = useState(tracker.transports)
  const devices = data?.devices ?? []
  const way = selected ?? firstOf(transports, phone)
  return (
    <>
      <WaySelect label={t('tracking:connect.what')} devices={devices} value={way} onChange={onSelect} />
      {allows(transports, way) ? (
        <>
          {tracker.device_token === null && ['mqtt', 'owntracks', 'osmand'].includes(way) && (
            <Text size="sm" c="dimmed">
              {t('tracking:connect.noToken')}
            </Text>
          )}
          {way === 'mqtt' ? (
            <MqttSettings tracker={tracker} devices={devices} />
          ) : way === 'traccar' || way === 'osmand' || way === 'owntracks' ? (
            <AppSettings key={way} app={way} tracker={tracker} />
          ) : (
            <DeviceSettings tracker={tracker} port={devices.find(({ protocol }) => protocol === way)} />
          )}
        </>
      ) : (
        <AllowTransport
          key={way}
          tracker={{ id: tracker.id, transports }}
          transport={transportOf(way)}
          text={(name) => t('tracking:connect.transports.notAllowed', { name })}
          done={setTransports}
        />
      )}
    </>
  )
}

function firstOf(transports: string[], phone: boolean): Way {
  const usual: Way[] = phone ? ['traccar', 'osmand', 'owntracks', 'mqtt'] : ['mqtt', 'osmand', 'owntracks', 'traccar']
  const others = transports.filter((name) => name !== 'websocket') as Way[]
  return usual.find((way) => allows(transports, way)) ?? others[0] ?? usual[0]!
}

type Props = {
  tracker: Tracker & { id: number; transports: string[] }
  phone: boolean
  /** What was selected; null: what is usual. */
  selected: Way | null
  onSelect: (way: Way) => void
}
