import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DevicePort } from '../types.ts'
import { Copyable } from '../ui/Copyable.tsx'
import { Facts } from '../ui/Facts.tsx'
import type { Tracker } from './addresses.ts'
import { example, mqttCommand, positionTopic } from './commands.ts'
import { TryIt } from './TryIt.tsx'
import { useConnectWords } from './words.ts'

export function MqttSettings({ tracker, devices }: { tracker: Tracker; devices: DevicePort[] }) {
  const { t } = useConnectWords()
  const portOf = (name: string) => devices.find(({ protocol }) => protocol === name)?.port
  const [port, tls] = [portOf('mqtt'), portOf('mqtts')]
  const shown = port === undefined ? t('portUnknown') : tls === undefined ? port : t('portTls', { port, tls })
  const { number, device_token } = tracker
  return (
    <>
      <Facts
        facts={[
          copied(t('mqttServer'), location.hostname),
          [t('port'), shown],
          copied(t('username'), number),
          device_token ? copied(t('password'), device_token) : [t('password'), null],
          copied(t('topic'), positionTopic(number)),
          copied(t('example'), example),
        ]}
      />
      {device_token && port !== undefined && (
        <TryIt tool="mosquitto" line={mqttCommand(location.hostname, port, { number, device_token })} />
      )}
    </>
  )
}

/** A GPS unit that speaks a protocol of its maker's. */
export function DeviceSettings({ tracker, port }: { tracker: Tracker; port: DevicePort | undefined }) {
  const { t } = useConnectWords()
  if (!port) return null
  const carrier = port.udp ? t('tcpOrUdp') : t('tcp')
  return (
    <>
      <Facts
        facts={[
          copied(t('server'), location.hostname),
          copied(t('port'), String(port.port)),
          [t('carrier'), port.tls ? t('withTls', { carrier }) : carrier],
          [t('number'), t('says', { number: tracker.number })],
          ...(tracker.interval_s > 0 ? [[t('interval'), t('seconds', { count: tracker.interval_s })] as const] : []),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('secret')}
      </Text>
    </>
  )
}

function copied(name: string, text: string): readonly [string, ReactNode] {
  return [name, <Copyable key={name} what={name} text={text} />]
}
