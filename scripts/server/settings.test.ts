import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { allSettings } from './settings.ts'
import { settingsHelp, settingsPage } from './settings_page.ts'

describe('docs/settings.md', () => {
  it('is up to date; npm run docs writes it', () => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')).toBe(settingsPage())
  })

  it('names every setting, and so does --help', () => {
    const missing = Object.keys(allSettings).filter(
      (name) => !settingsPage().includes(`\`${name}\``) || !settingsHelp().includes(`  ${name} `),
    )
    expect(missing).toEqual([])
  })
})

describe('a setting', () => {
  it('may be left out, or empty', () => {
    const empty = Object.fromEntries(Object.keys(allSettings).map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
    expect(readConfig({})).toMatchObject({ http_port: 8080, public_url: 'http://localhost:8080', role: 'all' })
  })

  it.each([
    [{ HTTP_PORT: 'many' }, 'HTTP_PORT is "many": give a whole number from 0 to 65535.'],
    [{ HTTP_PORT: '1883' }, 'HTTP_PORT and MQTT_PORT are both 1883: give each a port of its own.'],
    [{ OSMAND_PORT: 'none' }, 'OSMAND_PORT is "none": give a whole number from 0 to 65535.'],
    [{ ROLE: 'both' }, 'ROLE is "both": give one of all, gateway, api.'],
    [
      { DATABASE_READ_URL: 'postgres://db2/ringfence' },
      'DATABASE_READ_URL names replicas of DATABASE_URL: give that, too.',
    ],
    [{ ROLE: 'api' }, 'ROLE is api, which needs DATABASE_URL: the embedded database serves one process.'],
    [
      { DATABASE_URL: 'postgres://a:1,b:x/c' },
      'DATABASE_URL is not an address that begins with postgres:// or postgresql://.',
    ],
    [{ REDIS_URL: 'redis://a:1,b:2' }, 'REDIS_URL is not an address that begins with redis:// or rediss://.'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL is not an address that begins with postgres:// or postgresql://.'],
    [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL is "admin": give an e-mail address.'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD is too short: give at least 8 characters.'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET is too short: give at least 32 characters.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is no bearer token: give at least 16 characters, without spaces.'],
    [{ SMS_URL: 'twilio://a' }, 'SMS_URL needs twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=NUMBER.'],
    [
      { ROUTING_URL: 'http://routes:5000' },
      'ROUTING_URL is neither OSRM nor Valhalla: give http://host:5000/route/v1/driving or http://host:8002/route.',
    ],
    [{ QUOTAS: 'trackers=x' }, 'QUOTAS trackers is "x": give a whole number from 0 to 2147483647.'],
    [{ CORS_ORIGINS: 'a' }, 'CORS_ORIGINS has "a": give origins such as https://app.example.com.'],
    [{ BACKENDS: 'x' }, 'BACKENDS is not JSON.'],
    [{ TCP_PORT_GT06: '5001' }, 'TCP_PORT_GPS103 and TCP_PORT_GT06 are both 5001: give each a port of its own.'],
    [{ TCP_PORT_ANY: '5001' }, 'TCP_PORT_ANY and TCP_PORT_GPS103 are both 5001: give each a port of its own.'],
    [{ TCP_FORGIVE: 'gt06,zz' }, /^TCP_FORGIVE has "zz": give names of ais, .*wialon\.$/],
    [{ TCP_WEEK_ROLLOVER: 'h02,zz' }, /^TCP_WEEK_ROLLOVER has "zz": give names of ais, .*wialon\.$/],
    [{ XERO_CLIENT_ID: 'id' }, 'XERO_CLIENT_ID and XERO_CLIENT_SECRET go together: give both, or none.'],
    [{ XERO_API_URL: 'http://api.xero.com' }, 'XERO_API_URL is not encrypted'],
    [{ STRIPE_API_URL: 'https://a.example/x' }, 'STRIPE_API_URL has a path: give the host alone.'],
    [{ TLS_CERT: '/nowhere' }, 'TLS_CERT is "/nowhere": there is no such file.'],
  ])('refuses %j with the name and the reason', (env, reason) => {
    expect(() => readConfig(env)).toThrow(reason)
  })

  it.each([
    [{}, 5023],
    [{ TCP_PORTS: 'any' }, 0],
    [{ TCP_PORTS: 'off' }, null],
    [{ TCP_PORTS: 'off', TCP_PORT_GT06: '6000' }, 6000],
    [{ TCP_PORT_GT06: '0' }, null],
    [{ TCP_PORT_GT06: 'any' }, 0],
  ])('%j lets GT06 devices connect to %j', (env, port) => {
    expect(readConfig(env).gateway.tcp.ports.gt06).toBe(port)
  })
})
