import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ApiConfig } from '#api/context.ts'
import type { ProviderSettings } from '#api/http/provider_settings.ts'
import type { Keys } from '#db/keys/ring.ts'
import { makeSecretFile } from '#db/keys/secret_file.ts'
import type { Connections } from '#db/open.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { GatewayConfig } from '#gateway/config.ts'
import type { MessagesConfig } from '#messages/config.ts'
import { gatewayConfig } from './config_devices.ts'
import { readSettings, type Settings } from './settings.ts'
import { SettingError } from './values.ts'

export { SettingError }

/** @throws {SettingError} for the first invalid setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const settings = readSettings(env)
  checkTogether(settings)
  return {
    host: settings.HOST,
    http_port: settings.HTTP_PORT,
    role: settings.ROLE,
    data_dir: resolve(settings.DATA_DIR),
    database_url: settings.DATABASE_URL,
    database_reads: settings.DATABASE_READ_URL
      ? { url: settings.DATABASE_READ_URL, wait_ms: settings.DATABASE_READ_WAIT_MS }
      : undefined,
    installation_number: settings.INSTALLATION_NUMBER,
    connections: {
      devices: settings.DATABASE_DEVICE_CONNECTIONS,
      people: settings.DATABASE_PEOPLE_CONNECTIONS,
      statement_timeout_s: settings.DATABASE_STATEMENT_S,
    },
    redis_url: settings.REDIS_URL,
    public_url: settings.PUBLIC_URL ?? `http://localhost:${settings.HTTP_PORT}`,
    admin_email: settings.ADMIN_EMAIL,
    admin_password: settings.ADMIN_PASSWORD,
    jwt_secret: settings.JWT_SECRET,
    file_keys: settings.FILE_KEYS,
    s3_url: settings.S3_URL,
    map_style_url: settings.MAP_STYLE_URL ?? null,
    map_file: settings.MAP_FILE,
    smtp_url: settings.SMTP_URL ?? null,
    mail_from: settings.MAIL_FROM,
    metrics_token: settings.METRICS_TOKEN,
    quotas: settings.QUOTAS,
    messages: {
      sms_url: settings.SMS_URL,
      retry_s: settings.MESSAGE_RETRY_S,
      give_up_s: settings.MESSAGE_GIVE_UP_S,
      retain_days: settings.MESSAGE_RETAIN_DAYS,
      webhook_private: settings.WEBHOOK_PRIVATE === 'on',
    },
    api: {
      clamd_url: settings.CLAMD_URL,
      upload_idle_s: settings.UPLOAD_IDLE_S,
      audit_retain_days: settings.AUDIT_RETAIN_DAYS,
      session_max_days: settings.SESSION_MAX_DAYS,
      registration: settings.REGISTRATION,
      oauth_clients: settings.OAUTH_CLIENTS,
      cors_origins: settings.CORS_ORIGINS,
      trust_proxy: settings.TRUST_PROXY,
      private_addresses: settings.WEBHOOK_PRIVATE === 'on',
      geoip_file: settings.GEOIP_FILE,
      routing_url: settings.ROUTING_URL,
      http_rate: settings.HTTP_RATE,
      http_connections: settings.HTTP_MAX_CONNECTIONS,
      http_per_address: settings.HTTP_MAX_PER_ADDRESS,
      backends: settings.BACKENDS,
      providers: providerSettings(settings),
    },
    log_level: settings.LOG_LEVEL,
    sign_in_link: settings.SIGN_IN_LINK === 'on',
    low_memory: settings.LOW_MEMORY === 'on',
    decoded_bytes:
      (settings.LOW_MEMORY === 'on' ? Math.min(settings.HISTORY_MEMORY_MB, 16) : settings.HISTORY_MEMORY_MB) *
      1_000_000,
    gateway: gatewayConfig(settings),
  }
}

function providerSettings(settings: Settings): ProviderSettings {
  const { XERO_CLIENT_ID: client_id, XERO_CLIENT_SECRET: client_secret, PROVIDER_TIMEOUT_S: timeout_s } = settings
  if ((client_id === '') !== (client_secret === null)) {
    throw new SettingError('XERO_CLIENT_ID and XERO_CLIENT_SECRET go together: give both, or none.')
  }
  const xero = {
    webhook_key: settings.XERO_WEBHOOK_KEY,
    scopes: settings.XERO_SCOPES,
    login_url: settings.XERO_LOGIN_URL,
    identity_url: settings.XERO_IDENTITY_URL,
    api_url: settings.XERO_API_URL,
    timeout_s,
  }
  return {
    xero: client_secret === null ? null : { client_id, client_secret, ...xero },
    stripe: { api_url: settings.STRIPE_API_URL, timeout_s },
    retry_s: settings.PROVIDER_RETRY_S,
  }
}

/** Checks combinations of settings. */
function checkTogether({ HTTP_PORT, MQTT_PORT, ROLE, DATABASE_URL, DATABASE_READ_URL, REDIS_URL }: Settings): void {
  if (HTTP_PORT !== 0 && HTTP_PORT === MQTT_PORT) {
    throw new SettingError(`HTTP_PORT and MQTT_PORT are both ${HTTP_PORT}: give each a port of its own.`)
  }
  if (ROLE !== 'all' && !DATABASE_URL) {
    throw new SettingError(`ROLE is ${ROLE}, which needs DATABASE_URL: the embedded database serves one process.`)
  }
  if (DATABASE_READ_URL && !DATABASE_URL) {
    throw new SettingError('DATABASE_READ_URL names replicas of DATABASE_URL: give that, too.')
  }
  if (ROLE !== 'all' && !REDIS_URL) {
    throw new SettingError(
      `ROLE is ${ROLE}, which needs REDIS_URL: without it the live map misses events of other processes.`,
    )
  }
}

/**
 * The secret that signs sessions: JWT_SECRET, else the one in DATA_DIR, created at the first start.
 *
 * @throws {SettingError} if it cannot be read, or is too short
 */
export function readSecret(config: Pick<Config, 'jwt_secret' | 'data_dir'>, make = true): string {
  if (config.jwt_secret) return config.jwt_secret
  const path = join(config.data_dir, 'secret')
  try {
    if (!existsSync(path)) {
      if (!make) throw new SettingError(`There is no secret in ${config.data_dir}: is DATA_DIR the server's?`)
      makeSecretFile(path, randomBytes(48).toString('base64url'))
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
  /** Replicas of `database_url` that answer reads. */
  database_reads: { url: string; wait_ms: number } | undefined
  /** Of several installations, each with ids of its own. */
  installation_number: number
  connections: Connections
  redis_url: string | undefined
  public_url: string
  admin_email: string
  admin_password: string | null
  jwt_secret: string | null
  /** Instead of the key ring in `data_dir`. */
  file_keys: Keys | null
  s3_url: string | null
  map_style_url: string | null
  map_file: string | null
  api: Omit<
    ApiConfig,
    | 'jwt_secret'
    | 'public_url'
    | 'metrics_token'
    | 'sms_url'
    | 'sends_mail'
    | 'data_dir'
    | 'demo'
    | 'map_style_url'
    | 'map_file'
    | 'web_root'
    | 'quotas'
  >
  smtp_url: string | null
  mail_from: string
  metrics_token: string | null
  quotas: QuotaDefaults
  messages: Pick<MessagesConfig, 'sms_url' | 'retry_s' | 'give_up_s' | 'retain_days' | 'webhook_private'>
  log_level: string
  sign_in_link: boolean
  low_memory: boolean
  /** What events of closed days may take in memory, decoded. */
  decoded_bytes: number
  gateway: GatewayConfig
}
