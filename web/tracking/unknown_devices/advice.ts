import type { DevicePort } from '../../core/types.ts'

/** Why a device is refused and what to do next, as the end of a key of `tracking:unknownDevices.next` and its values. */
export function adviceOn(device: Refused, devices: DevicePort[]): Advice {
  const { status, protocol, readable_by, bytes } = device
  const say = (key: Advice['key'], values: Partial<Values> = {}): Advice => ({
    key,
    values: { protocol, names: '', port: '', ...values },
  })
  if (status !== 'unreadable') return say(status)
  const portOf = (name: string) => devices.find((each) => each.protocol === name)?.port
  const others = readable_by.filter((name) => name !== protocol)
  if (others.length > 0) {
    const names = others.map((name) => (portOf(name) ? `${name} (${portOf(name)})` : name)).join(', ')
    const any = portOf('any')
    return any ? say('speaksAny', { names, port: any }) : say('speaks', { names })
  }
  const known = signatures.find(({ begins }) => begins.test(bytes ?? ''))?.key
  return say(known ?? 'nothing', known === 'mqtt' ? { port: portOf('mqtt') ?? 1883 } : {})
}

/** How bytes of other programs begin, in hexadecimal; the list keeps the last 512 bytes. */
const signatures = [
  // GET, POST, HEAD, PUT and OPTIONS.
  { key: 'http', begins: /^(47455420|504f535420|4845414420|50555420|4f5054494f4e5320)/ },
  // CONNECT of MQTT 3.1.1 and 5, and of 3.1, behind a length of one or two bytes.
  { key: 'mqtt', begins: /^10(..){1,2}(00044d515454|00064d5149736470)/ },
  // A handshake of TLS.
  { key: 'tls', begins: /^1603/ },
  // SSH, and the first packet of a remote desktop.
  { key: 'scan', begins: /^(5353482d|030000)/ },
] as const

type Refused = {
  status: 'unregistered' | 'not_allowed' | 'registered' | 'unreadable'
  protocol: string
  readable_by: string[]
  bytes: string | null
}

export type Advice = {
  key:
    | Exclude<Refused['status'], 'unreadable'>
    | 'speaks'
    | 'speaksAny'
    | (typeof signatures)[number]['key']
    | 'nothing'
  values: Values
}
type Values = { protocol: string; names: string; port: string | number }
