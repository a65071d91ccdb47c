import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installation } from '../../../core/installation.ts'
import { AllowTransport } from './AllowTransport.tsx'
import { AppSettings, isApp } from './AppSettings.tsx'
import type { Tracker } from './addresses.ts'
import { DeviceSettings, MqttSettings } from './DeviceSettings.tsx'
import { MethodSelect } from './MethodSelect.tsx'
import { allows, type Method, methodOf, transportOf } from './methods.ts'

/** Settings to enter in the device, by connection method. Starts with a method that the tracker may use. */
export function ConnectDevice({ tracker, phone, selected, onSelect }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(installation)
  const [transports, setTransports] = useState(tracker.transports)
  const devices = data?.devices ?? []
  const method = selected ?? firstOf(transports, phone)
  return (
    <>
      <MethodSelect label={t('tracking:connect.what')} devices={devices} value={method} onChange={onSelect} />
      {allows(transports, method) ? (
        <>
          {tracker.device_token === null &&
            ['mqtt', 'owntracks', 'osmand', 'lorawan', 'meshtastic'].includes(method) && (
              <Text size="sm" c="dimmed">
                {t('tracking:connect.noToken')}
              </Text>
            )}
          {method === 'mqtt' ? (
            <MqttSettings tracker={tracker} devices={devices} by_http={transports.includes('osmand_token')} />
          ) : isApp(method) ? (
            <AppSettings key={method} app={method} tracker={tracker} />
          ) : (
            <DeviceSettings
              tracker={tracker}
              transports={transports}
              port={devices.find(({ protocol }) => protocol === method)}
              any={devices.find(({ protocol }) => protocol === 'any')}
            />
          )}
        </>
      ) : (
        <AllowTransport
          key={method}
          tracker={{ id: tracker.id, transports }}
          transport={transportOf(method)}
          text={(name) => t('tracking:connect.transports.notAllowed', { name })}
          done={setTransports}
        />
      )}
    </>
  )
}

function firstOf(transports: string[], phone: boolean): Method {
  const preferred: Method[] = phone
    ? ['traccar', 'osmand', 'owntracks', 'mqtt']
    : ['mqtt', 'osmand', 'owntracks', 'traccar']
  const others = transports.filter((name) => name !== 'websocket').map(methodOf)
  return preferred.find((method) => allows(transports, method)) ?? others[0] ?? preferred[0]!
}

type Props = {
  tracker: Tracker & { id: number; transports: string[] }
  phone: boolean
  /** The selected method; null: the default. */
  selected: Method | null
  onSelect: (method: Method) => void
}
