import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from 'typebox'
import type { ApiConfig } from '#api/context.ts'
import { Backend } from '#api/http/backends.ts'
import { openFile } from '#api/site/country.ts'
import type { Connections } from '#db/open.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import { mqttLimits, phoneLimits, tcpLimits } from '#gateway/config.ts'
import type { MessagesConfig } from '#messages/config.ts'
import { readTwilioUrl } from '#messages/providers/twilio.ts'
import { type PortSetting, portSettings, readPort, readTcp, readTls } from './config_devices.ts'
import { readQuotas } from './config_quotas.ts'
import { checkOrigin, checkProxy, choice, email, integer, json, list, SettingError, url } from './values.ts'

export { SettingError }

/** Every setting: what it is for, and its value where none is given. `--help` and the README show this list. */
export const settings = {
  HTTP_PORT: ['8080', 'web pages, REST and the live map'],
  MQTT_PORT: ['1883', 'trackers over MQTT'],
  MQTTS_PORT: ['8883', 'the same with TLS, where TLS_CERT and TLS_KEY are set'],
  TLS_CERT: ['', 'the certificate for devices, in PEM; renewed files are taken within a minute'],
  TLS_KEY: ['', 'its key, in PEM'],
  TCP_PORTS: [
    'customary',
    'where device protocols listen: customary, any, or off; TCP_PORT_<PROTOCOL> says it for one',
  ],
  ...portSettings,
  TCP_FORGIVE: ['', 'protocols whose checksums may be wrong, separated by commas: gt06,h02'],
  OSMAND_PORT: ['5055', 'phones whose apps speak OsmAnd, over HTTP; 0 is off, any is any free port'],
  HOST: ['0.0.0.0', 'the address to listen on'],
  DATA_DIR: ['./data', 'the embedded database and the secret'],
  DATABASE_URL: ['', 'a PostgreSQL server with PostGIS, instead of the embedded database'],
  DATABASE_DEVICE_CONNECTIONS: ['10', 'connections to that server for devices and work in the background'],
  DATABASE_PEOPLE_CONNECTIONS: ['10', 'and for people, who cannot take those of devices'],
  DATABASE_STATEMENT_S: ['15', 'seconds after which a statement of people is stopped'],
  REDIS_URL: ['', 'joins several processes; one alone needs none'],
  ROLE: ['all', 'all, gateway (devices) or api (people)'],
  ADMIN_EMAIL: ['admin@example.com', 'the first platform administrator'],
  ADMIN_PASSWORD: ['', 'their password; made and printed once if none is given'],
  JWT_SECRET: ['', 'signs sessions; made and kept in DATA_DIR if none is given'],
  PUBLIC_URL: ['', 'the address people use; http://localhost:HTTP_PORT if none is given'],
  SMTP_URL: ['', 'the mail server, smtp://user:password@host:587; without one mails stay in the outbox'],
  MAIL_FROM: ['Ringfence <ringfence@localhost>', 'the sender of mails'],
  SMS_URL: [
    '',
    'who sends SMS: twilio://SID:TOKEN@api.twilio.com?from=+6421…, or a gateway over HTTP; without one they stay in the outbox',
  ],
  MESSAGE_RETRY_S: ['15', 'seconds until a message that was put off is tried again; doubled each time'],
  MESSAGE_GIVE_UP_S: ['86400', 'seconds after which a message that could not be delivered has failed'],
  WEBHOOK_PRIVATE: ['off', 'on lets webhooks lead into private networks'],
  MESSAGE_RETAIN_DAYS: ['400', 'days that messages, their deliveries and ended alerts are kept; 0 is for ever'],
  QUOTAS: [
    '',
    'what an organisation may have and send, other than db/quotas.ts says: trackers=5000,mails_per_hour=200',
  ],
  METRICS_TOKEN: ['', 'the bearer token that /metrics asks for; without one only private networks may read it'],
  AUDIT_RETAIN_DAYS: ['400', 'days that the audit log is kept; 0 is for ever'],
  SESSION_MAX_DAYS: ['30', 'days after which people sign in again, however active they are'],
  REGISTRATION: ['open', 'open, or closed: administrators make the accounts'],
  MAP_STYLE_URL: ['', 'a MapLibre style instead of the built-in map'],
  CORS_ORIGINS: ['', 'other sites whose pages may call the API, separated by commas'],
  TRUST_PROXY: ['', 'addresses of reverse proxies in front, separated by commas: loopback, 10.0.0.0/8'],
  HTTP_RATE: ['500', 'requests a second that one address may go on sending to the API'],
  HTTP_MAX_CONNECTIONS: ['20000', 'connections at once on HTTP_PORT'],
  HTTP_MAX_PER_ADDRESS: [
    '2000',
    'of them from one address; of IPv6 from one /64. Addresses of TRUST_PROXY do not count',
  ],
  GEOIP_FILE: ['', 'a country database (.mmdb) instead of the built-in one, which knows IPv4 only'],
  BACKENDS: ['[]', 'installations for other regions, as JSON: [{"name", "code", "baseURL", …}]'],
  RETAIN_DAYS: ['0', 'days that events are kept; 0 is for ever'],
  MQTT_MAX_CONNECTIONS: [String(mqttLimits.connections), 'devices connected at once'],
  MQTT_MAX_PER_ADDRESS: [String(mqttLimits.per_address), 'of them from one address; carriers put many behind one'],
  MQTT_MAX_PACKET: [String(mqttLimits.packet_bytes), 'bytes in an MQTT packet'],
  MQTT_RATE: [String(mqttLimits.rate), 'reports a second that one device may go on sending'],
  TCP_MAX_CONNECTIONS: [String(tcpLimits.connections), 'devices connected at once over TCP'],
  TCP_MAX_PER_ADDRESS: [String(tcpLimits.per_address), 'of them from one address; carriers put many behind one'],
  TCP_MAX_FRAME: [String(tcpLimits.frame_bytes), 'bytes in a message over TCP or UDP'],
  TCP_SIGN_IN_S: [String(tcpLimits.first_frame_ms / 1000), 'seconds until a device must have said its number'],
  TCP_IDLE_S: [String(tcpLimits.idle_ms / 1000), 'seconds after which a silent device is given up'],
  TCP_RATE: [String(tcpLimits.rate), 'messages a second that one device may go on sending over TCP'],
  PHONE_MAX_CONNECTIONS: [
    String(phoneLimits.connections),
    'phones connected at once, over WebSocket or to OSMAND_PORT',
  ],
  PHONE_MAX_PER_ADDRESS: [String(phoneLimits.per_address), 'of these from one address, which many phones may share'],
  PHONE_RATE: [String(phoneLimits.rate), 'reports a second that one phone may go on sending'],
  LOG_LEVEL: ['warn', 'fatal, error, warn, info, debug or trace'],
} as const satisfies Record<string, readonly [string, string]>

/** @throws {SettingError} for the first setting that is wrong */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const defaults: Record<string, readonly [string, string]> = settings
  const text = (name: keyof typeof settings | PortSetting) => env[name]?.trim() || defaults[name]![0]
  const data_dir = resolve(text('DATA_DIR'))
  const http_port = integer('HTTP_PORT', text('HTTP_PORT'), 0, 65_535)
  const mqtt_port = integer('MQTT_PORT', text('MQTT_PORT'), 0, 65_535)
  if (http_port !== 0 && http_port === mqtt_port) {
    throw new SettingError(`HTTP_PORT and MQTT_PORT are both ${http_port}: give each a port of its own.`)
  }
  const role = choice('ROLE', text('ROLE'), ['all', 'gateway', 'api'] as const)
  const config: Config = {
    host: text('HOST'),
    http_port,
    role,
    data_dir,
    database_url: url('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    connections: {
      devices: integer('DATABASE_DEVICE_CONNECTIONS', text('DATABASE_DEVICE_CONNECTIONS'), 2, 1_000),
      people: integer('DATABASE_PEOPLE_CONNECTIONS', text('DATABASE_PEOPLE_CONNECTIONS'), 2, 1_000),
      statement_timeout_s: integer('DATABASE_STATEMENT_S', text('DATABASE_STATEMENT_S'), 1, 3_600),
    },
    redis_url: url('REDIS_URL', text('REDIS_URL'), ['redis:', 'rediss:']),
    public_url: url('PUBLIC_URL', text('PUBLIC_URL'), ['http:', 'https:']) ?? `http://localhost:${http_port}`,
    admin_email: email('ADMIN_EMAIL', text('ADMIN_EMAIL')),
    admin_password: env.ADMIN_PASSWORD || null,
    jwt_secret: env.JWT_SECRET || null,
    map_style_url: url('MAP_STYLE_URL', text('MAP_STYLE_URL'), ['http:', 'https:']) ?? null,
    smtp_url: url('SMTP_URL', text('SMTP_URL'), ['smtp:', 'smtps:']) ?? null,
    mail_from: text('MAIL_FROM'),
    metrics_token: env.METRICS_TOKEN || null,
    quotas: readQuotas(text('QUOTAS')),
    messages: {
      sms_url: readSmsUrl(text('SMS_URL')),
      retry_s: integer('MESSAGE_RETRY_S', text('MESSAGE_RETRY_S'), 1, 3600),
      give_up_s: integer('MESSAGE_GIVE_UP_S', text('MESSAGE_GIVE_UP_S'), 1, 31 * 86_400),
      retain_days: integer('MESSAGE_RETAIN_DAYS', text('MESSAGE_RETAIN_DAYS'), 0, 36_500),
      webhook_private: choice('WEBHOOK_PRIVATE', text('WEBHOOK_PRIVATE'), ['off', 'on'] as const) === 'on',
    },
    api: {
      audit_retain_days: integer('AUDIT_RETAIN_DAYS', text('AUDIT_RETAIN_DAYS'), 0, 36_500),
      session_max_days: integer('SESSION_MAX_DAYS', text('SESSION_MAX_DAYS'), 1, 3_650),
      registration: choice('REGISTRATION', text('REGISTRATION'), ['open', 'closed'] as const),
      cors_origins: list(text('CORS_ORIGINS')).map((origin) => checkOrigin(origin)),
      trust_proxy: list(text('TRUST_PROXY')).map((address) => checkProxy(address)),
      geoip_file: checkGeoip(text('GEOIP_FILE')),
      http_rate: integer('HTTP_RATE', text('HTTP_RATE'), 1, 1_000_000),
      http_connections: integer('HTTP_MAX_CONNECTIONS', text('HTTP_MAX_CONNECTIONS'), 1, 1_000_000),
      http_per_address: integer('HTTP_MAX_PER_ADDRESS', text('HTTP_MAX_PER_ADDRESS'), 1, 1_000_000),
      backends: json('BACKENDS', text('BACKENDS'), Type.Array(Backend)),
    },
    log_level: choice('LOG_LEVEL', text('LOG_LEVEL'), [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ] as const),
    gateway: {
      host: text('HOST'),
      transports: role !== 'api',
      retain_days: integer('RETAIN_DAYS', text('RETAIN_DAYS'), 0, 36_500),
      phones: {
        osmand_port: readPort('OSMAND_PORT', text('OSMAND_PORT')),
        limits: {
          ...phoneLimits,
          connections: integer('PHONE_MAX_CONNECTIONS', text('PHONE_MAX_CONNECTIONS'), 1, 1_000_000),
          per_address: integer('PHONE_MAX_PER_ADDRESS', text('PHONE_MAX_PER_ADDRESS'), 1, 1_000_000),
          rate: integer('PHONE_RATE', text('PHONE_RATE'), 1, 1_000_000),
        },
      },
      mqtt: {
        port: mqtt_port,
        tls_port: integer('MQTTS_PORT', text('MQTTS_PORT'), 0, 65_535),
        limits: {
          ...mqttLimits,
          connections: integer('MQTT_MAX_CONNECTIONS', text('MQTT_MAX_CONNECTIONS'), 1, 1_000_000),
          per_address: integer('MQTT_MAX_PER_ADDRESS', text('MQTT_MAX_PER_ADDRESS'), 1, 1_000_000),
          packet_bytes: integer('MQTT_MAX_PACKET', text('MQTT_MAX_PACKET'), 128, 268_435_455),
          rate: integer('MQTT_RATE', text('MQTT_RATE'), 1, 1_000_000),
        },
      },
      tcp: readTcp(text),
      tls: readTls(text),
    },
  }
  if (config.admin_password !== null && config.admin_password.length < 8) {
    throw new SettingError('ADMIN_PASSWORD is too short: give at least 8 characters.')
  }
  if (config.metrics_token !== null && !/^[\x21-\x7e]{16,}$/.test(config.metrics_token)) {
    throw new SettingError('METRICS_TOKEN is no bearer token: give at least 16 characters, without spaces.')
  }
  if (config.jwt_secret !== null && config.jwt_secret.length < 32) {
    throw new SettingError('JWT_SECRET is too short: give at least 32 characters.')
  }
  if (role !== 'all' && !config.database_url) {
    throw new SettingError(`ROLE is ${role}, which needs DATABASE_URL: the embedded database serves one process.`)
  }
  if (role !== 'all' && !config.redis_url) {
    throw new SettingError(
      `ROLE is ${role}, which needs REDIS_URL: without it the live map does not hear of what other processes store.`,
    )
  }
  return config
}

function readSmsUrl(value: string): string | null {
  const given = url('SMS_URL', value, ['twilio:', 'https:', 'http:']) ?? null
  if (given?.startsWith('twilio:') && !readTwilioUrl(given).complete) {
    throw new SettingError('SMS_URL needs twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=NUMBER.')
  }
  return given
}

/** Opened once, so that a wrong file stops the start and not the first visitor. */
function checkGeoip(file: string): string | null {
  if (!file) return null
  try {
    openFile(file)
  } catch (error) {
    throw new SettingError(
      `GEOIP_FILE ${file} is not a country database that can be read: ${(error as Error).message}.`,
    )
  }
  return file
}

/**
 * The secret that signs sessions: the one given, else the one kept in DATA_DIR, made at the first start.
 *
 * @throws {SettingError} where it cannot be read, or is too short to be one
 */
export function readSecret(config: Pick<Config, 'jwt_secret' | 'data_dir'>, make = true): string {
  if (config.jwt_secret) return config.jwt_secret
  const path = join(config.data_dir, 'secret')
  try {
    if (!existsSync(path)) {
      if (!make) throw new SettingError(`There is no secret in ${config.data_dir}: is DATA_DIR the server's?`)
      makeSecret(config.data_dir, path)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code) throw error
    throw new SettingError(`DATA_DIR ${config.data_dir} cannot be used (${code}): choose a folder that can be written.`)
  }
  const secret = readSecretFile(path)
  if (secret.length >= 32) return secret
  throw new SettingError(
    `The secret in ${path} is ${secret ? 'too short: it needs 32 characters' : 'empty'}. Put back the file of a backup, or delete it: a new one is made, everybody signs in again, and second factors are set up again with a recovery code.`,
  )
}

/** Renamed when it is whole, so that a full disk or a power cut leaves no empty secret behind. */
function makeSecret(data_dir: string, path: string): void {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`The secret in ${path} cannot be read (${code}): let this user read it, or set JWT_SECRET.`)
  }
}

export type Config = {
  host: string
  http_port: number
  role: 'all' | 'gateway' | 'api'
  data_dir: string
  database_url: string | undefined
  connections: Connections
  redis_url: string | undefined
  public_url: string
  admin_email: string
  admin_password: string | null
  jwt_secret: string | null
  map_style_url: string | null
  api: Omit<
    ApiConfig,
    'jwt_secret' | 'public_url' | 'metrics_token' | 'sms_url' | 'sends_mail' | 'map_style_url' | 'web_root' | 'quotas'
  >
  smtp_url: string | null
  mail_from: string
  metrics_token: string | null
  quotas: QuotaDefaults
  messages: Pick<MessagesConfig, 'sms_url' | 'retry_s' | 'give_up_s' | 'retain_days' | 'webhook_private'>
  log_level: string
  gateway: import('#gateway/config.ts').GatewayConfig
}
