import { mqttLimits, phoneLimits, tcpLimits } from '#gateway/config.ts'
import { protocols } from '#gateway/protocols/index.ts'
import { ANY, PORT_OF_ANY } from '#gateway/transports/tcp/any_port.ts'
import { choice, inGroup, integer, list, optionalPort, path, port, type Setting } from './setting.ts'
import { SettingError } from './values.ts'

/** The name of the setting for a device protocol's port. */
export const portSettingOf = (protocol: string): PortSetting => `TCP_PORT_${protocol.toUpperCase()}`

/** A setting for the port of each device protocol. */
export const portSettings = inGroup('Ports of device protocols', {
  [portSettingOf(ANY)]: optionalPort({
    default: PORT_OF_ANY,
    about: 'devices of every protocol below over TCP, recognised by their first message',
  }),
  ...Object.fromEntries(
    protocols.map(({ name, port, udp }) => [
      portSettingOf(name),
      optionalPort({ default: port, about: `${name} devices over TCP${udp ? ' and UDP' : ''}` }),
    ]),
  ),
}) as Record<PortSetting, Setting<number | null>>

/** Ports and limits for devices. */
export const deviceSettings = {
  ...inGroup('Devices', {
    MQTT_PORT: port({ default: 1883, about: 'trackers over MQTT' }),
    MQTTS_PORT: port({ default: 8883, about: 'trackers over MQTT with TLS, where TLS_CERT and TLS_KEY are set' }),
    OSMAND_PORT: optionalPort({ default: 5055, about: 'phones whose apps speak OsmAnd, over HTTP' }),
    TCP_PORTS: choice({
      default: 'customary',
      choices: ['customary', 'any', 'off'],
      about: 'where device protocols listen; TCP_PORT_<PROTOCOL> overrides it for one protocol',
    }),
    TCP_FORGIVE: list({
      type: 'protocol names',
      about: 'protocols whose wrong checksums are accepted, such as gt06,h02',
      item: (name) => checkProtocol('TCP_FORGIVE', name),
    }),
    TCP_WEEK_ROLLOVER: list({
      type: 'protocol names',
      about:
        'protocols whose times of more than 1024 weeks ago get 1024 weeks added, because old receivers count weeks to 1024; h02,t800x,tk103 if not set, off for none',
      item: (name) => (name === 'off' ? name : checkProtocol('TCP_WEEK_ROLLOVER', name)),
    }),
    TLS_CERT: path({
      about: 'the certificate for devices, in PEM; renewed files are read within a minute, or immediately on SIGHUP',
    }),
    TLS_KEY: path({ about: 'the key of TLS_CERT, in PEM; TCP ports then take TLS as well' }),
  }),
  ...inGroup('Limits for devices', {
    MQTT_MAX_CONNECTIONS: count(mqttLimits.connections, 'devices connected over MQTT, at most'),
    MQTT_MAX_PER_ADDRESS: count(
      mqttLimits.per_address,
      'of these from one address, which a carrier may share among many',
    ),
    MQTT_MAX_PACKET: integer({
      default: mqttLimits.packet_bytes,
      min: 128,
      max: 268_435_455,
      unit: 'bytes',
      about: 'size of an MQTT packet',
    }),
    MQTT_RATE: rate(mqttLimits.rate, 'reports from one device over MQTT; those above are acknowledged later'),
    TCP_MAX_CONNECTIONS: count(tcpLimits.connections, 'devices connected over TCP, at most'),
    TCP_MAX_PER_ADDRESS: count(
      tcpLimits.per_address,
      'of these from one address, which a carrier may share among many',
    ),
    TCP_MAX_FRAME: integer({
      default: tcpLimits.frame_bytes,
      min: 256,
      max: 1024 * 1024,
      unit: 'bytes',
      about: 'size of a message over TCP or UDP',
    }),
    TCP_SIGN_IN_S: integer({
      default: tcpLimits.first_frame_ms / 1000,
      min: 1,
      max: 86_400,
      unit: 's',
      about: 'time until a device must have sent its number',
    }),
    TCP_IDLE_S: integer({
      default: tcpLimits.idle_ms / 1000,
      min: 1,
      max: 86_400,
      unit: 's',
      about: 'time after which the connection of a silent device is closed',
    }),
    TCP_RATE: rate(tcpLimits.rate, 'messages from one device over TCP; those above are read later'),
    PHONE_MAX_CONNECTIONS: count(phoneLimits.connections, 'phones connected over WebSocket or to OSMAND_PORT, at most'),
    PHONE_MAX_PER_ADDRESS: count(phoneLimits.per_address, 'of these from one address, which many phones may share'),
    PHONE_RATE: rate(phoneLimits.rate, 'reports from one phone; those above are acknowledged later'),
  }),
}

function count(most: number, about: string) {
  return integer({ default: most, min: 1, max: 1_000_000, about })
}

function rate(most: number, about: string) {
  return integer({ default: most, min: 1, max: 1_000_000, unit: 'a second', about })
}

function checkProtocol(setting: string, name: string): string {
  if (protocols.some((protocol) => protocol.name === name)) return name
  throw new SettingError(`${setting} has "${name}": give names of ${protocols.map((p) => p.name).join(', ')}.`)
}

export type PortSetting = `TCP_PORT_${string}`
