import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { installation } from '../installation.ts'
import { AppSettings } from './AppSettings.tsx'
import type { Tracker } from './addresses.ts'
import { DeviceSettings, MqttSettings } from './DeviceSettings.tsx'
import { type Way, waysOf } from './ways.ts'
import { useConnectWords } from './words.ts'

/** What is put into the device, by what it is. */
export function ConnectDevice({ tracker, phone }: { tracker: Tracker; phone: boolean }) {
  const { t } = useConnectWords()
  const { data } = useQuery(installation)
  const [way, setWay] = useState<Way>(phone ? 'traccar' : 'mqtt')
  const devices = data?.devices ?? []
  return (
    <>
      <NativeSelect
        label={t('what')}
        maw={420}
        value={way}
        data={waysOf(devices).map(({ group, ways }) => ({
          group: t(`groups.${group}`),
          items: ways.map((value) => ({ value, label: t(`ways.${value}`, { defaultValue: value }) })),
        }))}
        onChange={(event) => setWay(event.currentTarget.value as Way)}
      />
      {tracker.device_token === null && (way === 'mqtt' || way === 'owntracks') && (
        <Text size="sm" c="dimmed">
          {t('noToken')}
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
  )
}
