import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { openFile } from '#api/http/addresses/country.ts'
import { openMapFile } from '#api/site/map_file.ts'
import { routingServer } from '#api/tracking/arrivals/routing.ts'
import { readTwilioUrl } from '#messages/providers/twilio.ts'
import { url as checkUrl, SettingError } from './values.ts'

/** Parsers for values of one setting each. All throw a SettingError that names the setting. */

export function readMetricsToken(value: string): string | null {
  if (value && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new SettingError('METRICS_TOKEN is no bearer token: give at least 16 characters, without spaces.')
  }
  return value || null
}

export function parseS3Url(value: string, name: string): string | null {
  const url = checkUrl(name, value, ['https:', 'http:']) ?? null
  if (url && new URL(url).pathname.split('/').filter(Boolean).length === 0) {
    throw new SettingError('S3_URL names no bucket: give https://KEY:SECRET@s3.example.com/bucket.')
  }
  return url
}

export function parseClamdUrl(value: string): string | null {
  if (value && !/^(tcp:\/\/[^/:\s]+:\d{1,5}|unix:\/\S+)$/.test(value)) {
    throw new SettingError('CLAMD_URL is no address of a scanner: give tcp://host:3310 or unix:/run/clamav/clamd.ctl.')
  }
  return value || null
}

export function readSmsUrl(value: string, name: string): string | null {
  const url = checkUrl(name, value, ['twilio:', 'https:', 'http:']) ?? null
  if (url?.startsWith('twilio:') && !readTwilioUrl(url).complete) {
    throw new SettingError('SMS_URL needs twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=NUMBER.')
  }
  return url
}

export function readRoutingUrl(value: string, name: string): string | null {
  const url = checkUrl(name, value, ['https:', 'http:']) ?? null
  if (url && !routingServer(url)) {
    throw new SettingError(
      'ROUTING_URL is neither OSRM nor Valhalla: give http://host:5000/route/v1/driving or http://host:8002/route.',
    )
  }
  return url
}

/** Opens the file now, so that an invalid one stops the start. */
export function readGeoip(file: string): string | null {
  if (!file) return null
  try {
    openFile(file)
  } catch (error) {
    const reason = (error as Error).message
    throw new SettingError(`GEOIP_FILE ${file} is not a country database that can be read: ${reason}.`)
  }
  return file
}

/** Looks at its first bytes now: the first block of an extract says that it is the header. */
export function readRoadsFile(file: string): string | null {
  if (!file) return null
  let begin: Buffer
  try {
    const opened = openSync(file, 'r')
    begin = Buffer.alloc(64)
    readSync(opened, begin)
    closeSync(opened)
  } catch (error) {
    throw new SettingError(`ROADS_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (!begin.includes('OSMHeader')) {
    throw new SettingError(
      `ROADS_FILE ${file} is not an extract of OpenStreetMap: it needs a file of the kind .osm.pbf.`,
    )
  }
  return resolve(file)
}

/** Opens the file now, so that an invalid one stops the start. */
export function readMapFile(file: string): string | null {
  if (!file) return null
  try {
    openMapFile(file)
    return resolve(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingError(`MAP_FILE ${file} ${code ? `cannot be read (${code})` : message}.`)
  }
}
