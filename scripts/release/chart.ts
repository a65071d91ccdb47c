import type { Folder, Release } from './release.ts'

/** A Helm chart (helm.sh/docs/topics/charts): API and gateways, Redis, and a PostgreSQL that is elsewhere. */
export function chart({ version, image, url, protocols }: Release): Folder {
  const udp = protocols.filter((protocol) => protocol.udp)
  return {
    files: {
      'ringfence/Chart.yaml': {
        apiVersion: 'v2',
        name: 'ringfence',
        description: 'Realtime tracking of GPS trackers and phones against boundaries on a map',
        type: 'application',
        // Helm wants three numbers without leading zeros.
        version: version.replace(/\b0+(?=\d)/g, ''),
        appVersion: version,
        home: url,
        kubeVersion: '>=1.27.0-0',
      },
      'ringfence/values.yaml': {
        image: { repository: image, tag: '', pullPolicy: 'IfNotPresent' },
        publicUrl: '',
        // DATABASE_URL, JWT_SECRET, FILE_KEYS, and what else is secret: SMTP_URL, S3_URL, PGPASSWORD.
        existingSecret: '',
        settings: {},
        api: { replicas: 2, resources: { requests: { cpu: '500m', memory: '768Mi' }, limits: { memory: '2Gi' } } },
        gateway: {
          replicas: 2,
          resources: { requests: { cpu: '500m', memory: '768Mi' }, limits: { memory: '2Gi' } },
          service: { type: 'LoadBalancer', annotations: {} },
          ports: {
            mqtt: 1883,
            'any-protocol': 5000,
            osmand: 5055,
            ...Object.fromEntries(protocols.map(({ name, port }) => [name, port])),
          },
          udpPorts: Object.fromEntries(udp.map(({ name, port }) => [name, port])),
        },
        redis: { enabled: true, image: 'redis:7-alpine', url: '' },
        ingress: { enabled: false, className: '', host: '', annotations: {}, tlsSecret: '' },
      },
      'ringfence/values.schema.json': `${JSON.stringify(valuesSchema, null, 2)}\n`,
    },
    copies: { 'chart/templates': 'ringfence/templates' },
  }
}

const text = { type: 'string' }
const replicas = { type: 'integer', minimum: 1 }
const ports = { type: 'object', additionalProperties: { type: 'integer', minimum: 1, maximum: 65_535 } }

/** So that a misspelt value is refused, and the secret is not forgotten. */
const valuesSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['existingSecret'],
  additionalProperties: false,
  properties: {
    global: { type: 'object' },
    image: {
      type: 'object',
      properties: { repository: text, tag: text, pullPolicy: text },
      additionalProperties: false,
    },
    publicUrl: { ...text, pattern: '^(https?://.*)?$' },
    existingSecret: { ...text, minLength: 1, description: 'with DATABASE_URL, JWT_SECRET and FILE_KEYS' },
    settings: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    api: { type: 'object', properties: { replicas, resources: { type: 'object' } }, additionalProperties: false },
    gateway: {
      type: 'object',
      properties: { replicas, resources: { type: 'object' }, service: { type: 'object' }, ports, udpPorts: ports },
      additionalProperties: false,
    },
    redis: {
      type: 'object',
      properties: { enabled: { type: 'boolean' }, image: text, url: text },
      additionalProperties: false,
    },
    ingress: {
      type: 'object',
      properties: {
        enabled: { type: 'boolean' },
        className: text,
        host: text,
        annotations: { type: 'object' },
        tlsSecret: text,
      },
      additionalProperties: false,
    },
  },
}
