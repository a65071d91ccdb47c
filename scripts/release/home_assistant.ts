import type { Folder, Release } from './release.ts'

/**
 * A repository of one app, as Home Assistant's Supervisor reads it
 * (developers.home-assistant.io/docs/apps/configuration).
 */
export function homeAssistant({ version, image, url, protocols }: Release): Folder {
  const devices = protocols.flatMap(({ name, port, udp }) => [
    [`${port}/tcp`, `${name} over TCP`] as const,
    ...(udp ? [[`${port}/udp`, `${name} over UDP`] as const] : []),
  ])
  const ports: (readonly [port: string, what: string, host: number | null])[] = [
    ['8080/tcp', 'Pages, REST and the live map', 8080],
    ['5000/tcp', 'Devices of every protocol over TCP', 5000],
    ['5055/tcp', 'Phones whose apps speak OsmAnd', 5055],
    // Mosquitto has this port in most houses.
    ['1883/tcp', 'Trackers over MQTT', null],
    ['8883/tcp', 'Trackers over MQTT with TLS', null],
    ...devices.map(([port, what]) => [port, what, null] as const),
  ]
  const config = {
    name: 'Ringfence',
    version,
    slug: 'ringfence',
    description: 'GPS trackers and phones on a live map, boundaries, trips and alerts',
    url,
    arch: ['aarch64', 'amd64'],
    webui: 'http://[HOST]:[PORT:8080]',
    // The app stops first: a database that is copied while it writes cannot be restored.
    backup: 'cold',
    timeout: 30,
    ports: Object.fromEntries(ports.map(([port, , host]) => [port, host])),
    ports_description: Object.fromEntries(ports.map(([port, what]) => [port, what])),
    options: { admin_email: 'admin@example.com', settings: [] },
    schema: {
      admin_email: 'email',
      admin_password: 'password?',
      public_url: 'url?',
      settings: [{ name: 'match(^[A-Z][A-Z0-9_]*$)', value: 'str' }],
    },
  }
  return {
    files: {
      'repository.yaml': { name: 'Ringfence', url },
      'ringfence/config.yaml': config,
      'ringfence/Dockerfile': dockerfile(`${image}:${version}`),
    },
    copies: {
      'home_assistant/run.mjs': 'ringfence/run.mjs',
      'home_assistant/README.md': 'ringfence/README.md',
      'home_assistant/DOCS.md': 'ringfence/DOCS.md',
      'home_assistant/translations': 'ringfence/translations',
      '../../web/public/icons/icon-192.png': 'ringfence/icon.png',
      '../../web/public/icons/icon-512.png': 'ringfence/logo.png',
    },
  }
}

/** The Supervisor builds it; it begins as root, whose folder it gives to the account that the server has. */
const dockerfile = (image: string) => `FROM ${image}
# hadolint ignore=DL3002
USER 0
COPY run.mjs /run.mjs
CMD ["node", "/run.mjs"]
`
