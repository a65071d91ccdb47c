import type { Folder, Release } from './release.ts'

/** An app of Umbrel's store (github.com/getumbrel/umbrel-apps, README). */
export function umbrel({ version, image, digest, url, protocols }: Release): Folder {
  const app = {
    manifestVersion: 1,
    id: 'ringfence',
    category: 'networking',
    name: 'Ringfence',
    version,
    tagline: 'GPS trackers and phones on your own live map',
    description:
      'See your vehicles, animals and people on a live map, draw boundaries, and get an alert when one leaves. Trackers of ' +
      'more than twenty protocols report over TCP, UDP, MQTT or HTTP, phones share their location, trips and visits are ' +
      'found, and reports say how far, how long and how fast. All of it stays on your Umbrel.',
    developer: 'Ringfence',
    website: url,
    releaseNotes: '',
    dependencies: [],
    repo: url,
    support: url,
    port: 8088,
    gallery: ['1.png', '2.png'],
    path: '',
    defaultUsername: 'admin@example.com',
    deterministicPassword: true,
    submitter: 'Ringfence',
    submission: url,
  }
  const ports = [
    '5000:5000',
    '5055:5055',
    '1884:1883',
    ...protocols.flatMap(({ port, udp }) => [`${port}:${port}`, ...(udp ? [`${port}:${port}/udp`] : [])]),
  ]
  const compose = {
    version: '3.7',
    services: {
      app_proxy: {
        // Ringfence has accounts of its own, and phones that share their location cannot sign in to Umbrel.
        environment: { APP_HOST: 'ringfence_server_1', APP_PORT: 8080, PROXY_AUTH_ADD: 'false' },
      },
      server: {
        image: `${image}:${version}${digest ? `@${digest}` : ''}`,
        user: '1000:1000',
        restart: 'on-failure',
        stop_grace_period: '1m',
        environment: { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: '$APP_PASSWORD', TRUST_PROXY: '10.21.0.0/16' },
        volumes: ['$' + '{APP_DATA_DIR}/data:/data'],
        ports,
      },
    },
  }
  return {
    files: { 'ringfence/umbrel-app.yml': app, 'ringfence/docker-compose.yml': compose, 'ringfence/data/.gitkeep': '' },
    copies: {
      '../../web/screenshots/map.png': 'gallery/1.png',
      '../../web/screenshots/tracker.png': 'gallery/2.png',
      '../../web/public/icons/icon-512.png': 'gallery/icon.png',
    },
  }
}
