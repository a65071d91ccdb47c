import { Type } from 'typebox'
import { Backend } from '#api/http/backends.ts'
import { MAX_INSTALLATION } from '#db/ids/installation.ts'
import { parseKeys } from '#db/keys/ring.ts'
import { databaseDefaults } from '#db/open.ts'
import { serverUrls } from '#db/server/servers.ts'
import { readQuotas } from './config_quotas.ts'
import { choice, email, inGroup, integer, json, list, path, port, type Setting, secret, text, url } from './setting.ts'
import { billingSettings } from './settings_billing.ts'
import { deviceSettings, type PortSetting, portSettings } from './settings_devices.ts'
import { checkOrigin, checkProxy } from './values.ts'
import {
  parseClamdUrl,
  parseS3Url,
  readGeoip,
  readMapFile,
  readMetricsToken,
  readRoadsFile,
  readRoutingUrl,
  readSmsUrl,
} from './values_checked.ts'

const days = (about: string, initial: number) =>
  integer({ default: initial, min: 0, max: 36_500, unit: 'days', about: `${about}; 0 is for ever` })

/** Every setting, by the name of its environment variable. */
export const settings = {
  ...inGroup('Server', {
    HTTP_PORT: port({ default: 8080, about: 'web pages, REST and the live map' }),
    HOST: text({ default: '0.0.0.0', about: 'the address to listen on' }),
    PUBLIC_URL: url({
      protocols: ['http:', 'https:'],
      default_note: 'http://localhost:HTTP_PORT',
      about: 'the address that people open',
    }),
    ROLE: choice({
      default: 'all',
      choices: ['all', 'gateway', 'api'],
      about: 'what this process does: gateway is for devices, api for people; both need DATABASE_URL and REDIS_URL',
    }),
    REDIS_URL: url({
      protocols: ['redis:', 'rediss:'],
      about:
        'connects several processes; one alone needs none. While Redis is away, the live map shows only what its own ' +
        'process stores',
    }),
    TRUST_PROXY: list({
      type: 'addresses',
      about: 'reverse proxies in front, such as loopback or 10.0.0.0/8',
      item: checkProxy,
    }),
    METRICS_TOKEN: {
      default: '',
      type: 'text of at least 16 characters',
      verbatim: true,
      about:
        'the bearer token that /metrics asks for; without one only this machine and private networks may read it, and ' +
        'where PUBLIC_URL names another machine nobody may',
      parse: readMetricsToken,
    },
    LOW_MEMORY: choice({
      default: 'off',
      choices: ['off', 'on'],
      about:
        'on saves a third of the memory of the embedded database, whose statements then take a third more processor time',
    }),
    LOG_LEVEL: choice({
      default: 'warn',
      choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      about:
        'what is logged, and what is worse; info has a line for each request; the log goes to standard error, as JSON',
    }),
  }),
  ...inGroup('Database', {
    DATA_DIR: path({ default: './data', about: 'folder of the embedded database and the secret' }),
    DATABASE_URL: url({
      protocols: ['postgres:', 'postgresql:'],
      split: serverUrls,
      default_note: 'the embedded database',
      about:
        'a PostgreSQL server with PostGIS, instead of the embedded database; several hosts, separated by commas, are a primary and its standbys',
    }),
    DATABASE_READ_URL: url({
      protocols: ['postgres:', 'postgresql:'],
      split: serverUrls,
      about:
        'streaming replicas of DATABASE_URL, separated by commas, that answer lists and exports of history and reports; the primary answers where none has caught up',
    }),
    DATABASE_READ_WAIT_MS: integer({
      default: 100,
      min: 0,
      max: 10_000,
      unit: 'ms',
      about: 'time that a read waits for a replica to have what was committed when the read began',
    }),
    DATABASE_DEVICE_CONNECTIONS: integer({
      default: databaseDefaults.devices,
      min: 2,
      max: 1_000,
      about: 'connections to DATABASE_URL for devices and background tasks',
    }),
    DATABASE_PEOPLE_CONNECTIONS: integer({
      default: databaseDefaults.people,
      min: 2,
      max: 1_000,
      about: 'connections to DATABASE_URL for people, who cannot take those of devices',
    }),
    DATABASE_STATEMENT_S: integer({
      default: databaseDefaults.statement_timeout_s,
      min: 1,
      max: 3_600,
      unit: 's',
      about: 'time after which a statement of people is cancelled',
    }),
    INSTALLATION_NUMBER: integer({
      default: 0,
      min: 0,
      max: MAX_INSTALLATION,
      about:
        'which of several installations this is: each has ids of its own range, so that organisations can move between ' +
        'them; set before the first start, and never changed',
    }),
    FILE_KEYS: {
      default: '',
      type: 'id:key, separated by commas',
      default_note: 'made and kept in DATA_DIR/keys/ring.json',
      about:
        'the keys that encrypt files and second factors, each 32 bytes in base64; the first encrypts, the others read',
      parse: parseKeys,
    },
    S3_URL: {
      default: '',
      type: 'https:// or http://',
      default_note: 'DATA_DIR/files',
      about: 'where files are stored, https://KEY:SECRET@s3.example.com/bucket/prefix?region=us-east-1',
      parse: parseS3Url,
    },
    CLAMD_URL: {
      default: '',
      type: 'tcp://host:port or unix:/path',
      about:
        'ClamAV, by which uploaded files are scanned before they can be read; its StreamMaxLength must be as large as ' +
        'the largest file',
      parse: parseClamdUrl,
    },
    UPLOAD_IDLE_S: integer({
      default: 60,
      min: 1,
      max: 3_600,
      unit: 's',
      about: 'time after which an upload ends that sends nothing; its whole time is not limited',
    }),
    HISTORY_CLOSE_DAYS: integer({
      default: 2,
      min: 0,
      max: 3_650,
      unit: 'days',
      about:
        'days after its end until the events of a day (UTC) move to compressed files in DATA_DIR/history, or in the S3; ' +
        '0 is never',
    }),
    HISTORY_MEMORY_MB: integer({
      default: 64,
      min: 0,
      max: 65_536,
      unit: 'MB',
      about:
        'memory for events of closed days that were read last, so that lists and exports of the same days are faster: a ' +
        'million events take some 200; with LOW_MEMORY at most 16',
    }),
    RETAIN_DAYS: days('how long events and ended alerts are kept', 0),
    MESSAGE_RETAIN_DAYS: days('how long messages and their deliveries are kept', 400),
    AUDIT_RETAIN_DAYS: days('how long the audit log is kept', 400),
  }),
  ...inGroup('People', {
    ADMIN_EMAIL: email({ default: 'admin@example.com', about: 'the first platform administrator' }),
    ADMIN_PASSWORD: secret({
      min: 8,
      default_note: 'made and printed once',
      about: 'the password of the first platform administrator',
    }),
    SIGN_IN_LINK: choice({
      default: 'on',
      choices: ['on', 'off'],
      about:
        'on prints a link that signs the first platform administrator in once, at the first start and with --demo; it ' +
        'works for ten minutes, in a browser on the same machine',
    }),
    JWT_SECRET: secret({ min: 32, default_note: 'made and kept in DATA_DIR', about: 'signs sessions' }),
    SESSION_MAX_DAYS: integer({
      default: 30,
      min: 1,
      max: 3_650,
      unit: 'days',
      about: 'time after which people sign in again, however active they are',
    }),
    REGISTRATION: choice({
      default: 'open',
      choices: ['open', 'closed'],
      about: 'whether people register themselves; if closed, administrators create the accounts',
    }),
    OAUTH_CLIENTS: choice({
      default: 'documents',
      choices: ['entered', 'documents', 'registration'],
      about:
        'which assistants people may connect by OAuth: those that a platform administrator has entered, also those ' +
        'whose id is the address of a document that describes them, or also those that register themselves',
    }),
    QUOTAS: {
      default: '',
      type: 'name=figure, separated by commas',
      default_note: 'db/quotas.ts, quotas in api/*/index.ts',
      about: 'what an organisation may have and send, such as trackers=5000,mails_per_hour=200',
      parse: (value: string) => readQuotas(value),
    },
  }),
  ...inGroup('Web and API', {
    MAP_FILE: {
      default: '',
      type: 'path',
      about: 'streets without other servers: a region of Protomaps’ basemap (.pmtiles); npm run map -- --help gets one',
      parse: readMapFile,
    },
    ROADS_FILE: {
      default: '',
      type: 'path',
      about: 'an extract of OpenStreetMap (.osm.pbf), whose roads’ speed limits vehicles are held to',
      parse: readRoadsFile,
    },
    ROUTING_URL: {
      default: '',
      type: 'https:// or http://',
      about:
        'a server for routes that arrivals are estimated by where no trips lead: OSRM http://host:5000/route/v1/driving, or ' +
        'Valhalla http://host:8002/route; positions are sent there',
      parse: readRoutingUrl,
    },
    MAP_STYLE_URL: url({
      protocols: ['http:', 'https:'],
      about: 'a MapLibre style beside the built-in map; {key} in it stands for the website’s map key',
    }),
    CORS_ORIGINS: list({ type: 'origins', about: 'other sites whose pages may call the API', item: checkOrigin }),
    HTTP_RATE: integer({
      default: 500,
      min: 1,
      max: 1_000_000,
      unit: 'a second',
      about: 'requests to the API from one address (of IPv6 one /64); those above are answered with 429',
    }),
    HTTP_MAX_CONNECTIONS: integer({
      default: 20_000,
      min: 1,
      max: 1_000_000,
      about: 'open connections on HTTP_PORT, at most',
    }),
    HTTP_MAX_PER_ADDRESS: integer({
      default: 2_000,
      min: 1,
      max: 1_000_000,
      about: 'of these from one address (of IPv6 one /64); addresses of TRUST_PROXY do not count',
    }),
    GEOIP_FILE: {
      default: '',
      type: 'path',
      about: 'a country database (.mmdb) instead of the built-in one, which knows IPv4 only',
      parse: readGeoip,
    },
    BACKENDS: json({
      default: '[]',
      schema: Type.Array(Backend, { maxItems: 16 }),
      about: 'installations for other regions: [{"name", "code", "baseURL", …}]',
    }),
  }),
  ...inGroup('Messages', {
    SMTP_URL: url({
      protocols: ['smtp:', 'smtps:'],
      about: 'the mail server, smtp://user:password@host:587; without one mails stay in the outbox',
    }),
    MAIL_FROM: text({ default: 'Ringfence <ringfence@localhost>', about: 'the sender of mails' }),
    SMS_URL: {
      default: '',
      type: 'twilio://, https:// or http://',
      about:
        'twilio://SID:TOKEN@api.twilio.com?from=%2B6421…, or the address of an SMS gateway: with {to} and {text} in ' +
        'it it is called by GET, else it is sent JSON {id, to, text}; without one SMS stay in the outbox',
      parse: readSmsUrl,
    },
    MESSAGE_RETRY_S: integer({
      default: 15,
      min: 1,
      max: 3_600,
      unit: 's',
      about: 'time until a failed message is retried, doubled each time',
    }),
    MESSAGE_GIVE_UP_S: integer({
      default: 86_400,
      min: 1,
      max: 31 * 86_400,
      unit: 's',
      about: 'time after which a message that could not be delivered expires',
    }),
    WEBHOOK_PRIVATE: choice({
      default: 'off',
      choices: ['off', 'on'],
      about: 'on lets webhooks, forwarded reports and identity providers lead into private networks',
    }),
  }),
  ...billingSettings,
  ...deviceSettings,
}

/** All settings with the ports of device protocols, in the order of documents. */
export const allSettings: Record<string, Setting<unknown>> = { ...settings, ...portSettings }

/** @throws {SettingError} for the first invalid one */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const values = Object.entries(allSettings).map(([name, setting]) => {
    const value = setting.verbatim ? env[name] : env[name]?.trim()
    return [name, setting.parse(value || setting.default, name)]
  })
  return Object.fromEntries(values)
}

/** The parsed type of each setting. */
export type Settings = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> } & Record<
  PortSetting,
  number | null
>
