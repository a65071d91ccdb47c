import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { backendOrigin } from '../../../core/backend/backend.ts'
import type { DevicePort } from '../../../core/types.ts'
import { Copyable } from '../../../kit/copy/Copyable.tsx'
import { Facts } from '../../../kit/ui/Facts.tsx'
import type { Tracker } from './addresses.ts'
import { example, httpCommand, mqttCommand, positionTopic } from './commands.ts'
import { TryIt } from './TryIt.tsx'

/** @param by_http whether the tracker may report over HTTP too: curl is everywhere, mosquitto_pub is not */
export function MqttSettings({ tracker, devices, by_http }: MqttProps) {
  const { t } = useTranslation()
  const portOf = (name: string) => devices.find(({ protocol }) => protocol === name)?.port
  const [port, tls] = [portOf('mqtt'), portOf('mqtts')]
  const shown =
    port === undefined
      ? t('tracking:connect.portUnknown')
      : tls === undefined
        ? port
        : t('tracking:connect.portTls', { port, tls })
  const { number, device_token } = tracker
  return (
    <>
      <Facts
        facts={[
          copied(t('tracking:connect.mqttServer'), location.hostname),
          [t('tracking:connect.port'), shown],
          copied(t('tracking:connect.username'), number),
          device_token ? copied(t('tracking:connect.password'), device_token) : [t('tracking:connect.password'), null],
          copied(t('tracking:connect.topic'), positionTopic(number)),
          copied(t('tracking:connect.example'), example),
        ]}
      />
      {device_token && by_http && <TryIt tool="curl" line={httpCommand(backendOrigin(), { number, device_token })} />}
      {device_token && port !== undefined && (
        <TryIt
          tool={by_http ? 'mqtt' : 'mosquitto'}
          line={mqttCommand(location.hostname, port, { number, device_token })}
        />
      )}
    </>
  )
}

type MqttProps = { tracker: Tracker; devices: DevicePort[]; by_http: boolean }

/** A GPS unit with its manufacturer's protocol. */
export function DeviceSettings({ tracker, transports, port, any }: DeviceProps) {
  const { t } = useTranslation()
  if (!port) return null
  const [tcp, udp] = [transports.includes(port.protocol), transports.includes(`${port.protocol}_udp`)]
  const carrier = t(`tracking:connect.${udp ? (tcp ? 'tcpOrUdp' : 'udp') : 'tcp'}`)
  return (
    <>
      <Facts
        facts={[
          copied(t('tracking:connect.server'), location.hostname),
          copied(t('tracking:connect.port'), String(port.port)),
          [t('tracking:connect.carrier'), port.tls && tcp ? t('tracking:connect.withTls', { carrier }) : carrier],
          [t('tracking:connect.number'), t('tracking:connect.says', { number: tracker.number })],
          ...(tracker.interval_s > 0
            ? [[t('tracking:connect.interval'), t('tracking:connect.seconds', { count: tracker.interval_s })] as const]
            : []),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('tracking:connect.secret')}
      </Text>
      {any && tcp && any.port !== port.port && (
        <Text size="sm" c="dimmed">
          {t('tracking:connect.anyPort', { port: any.port })}
        </Text>
      )}
      {port.udp && !udp && (
        <Text size="sm" c="dimmed">
          {t('tracking:connect.udpIsOff')}
        </Text>
      )}
    </>
  )
}

type DeviceProps = {
  tracker: Tracker
  transports: string[]
  port: DevicePort | undefined
  /** The port on which every protocol is recognised. */
  any: DevicePort | undefined
}

function copied(name: string, text: string): readonly [string, ReactNode] {
  return [name, <Copyable key={name} what={name} text={text} />]
}
