import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { version } from '#db/version.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { countryOf } from '../http/addresses/country.ts'
import { Backend, isForTesting } from '../http/backends.ts'
import { offeredProviders } from '../people/providers/providers.ts'
import { KEPT_DAYS } from '../people/sessions/sessions.ts'

const DevicePort = Type.Object({
  /** `mqtt`, `mqtts`, `osmand`, or the name of a device protocol. */
  protocol: Type.String(),
  port: Type.Integer(),
  udp: Type.Boolean(),
  tls: Type.Boolean(),
})
const Options = Type.Object({
  app_version: Type.String(),
  appVersion: Type.String(),
  backendConfigs: Type.Array(Backend),
  /** The installation for the visitor's country. */
  backend: Nullable(Backend),
  /** Whether this installation is for testing. */
  testing: Type.Boolean(),
  /** Ports on which devices connect to this process; a proxy may use others. */
  devices: Type.Array(DevicePort),
  /** Without a mail server, mails stay in the outbox for platform administrators. */
  sends_mail: Type.Boolean(),
  /** If closed, only administrators create accounts. */
  registration: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  /** Whether this is a demonstration, with simulated trackers. */
  demo: Type.Boolean(),
  /** Where people may sign in elsewhere: those of the installation. */
  identity_providers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Whether organisations have such places, which are found by an address. */
  organisations_sign_in: Type.Boolean(),
  /** Days for which a browser keeps a session, if its person wants that. */
  kept_days: Type.Integer(),
})
const GeoInfo = Type.Object({ country_iso_code: Nullable(Type.String({ pattern: '^[A-Z]{2}$' })) })

/** Information on the installation. */
export const readOptions = defineAction({
  method: 'GET',
  path: 'options',
  config: { open_to: ['held'] },
  public: true,
  tags: ['website'],
  summary: 'Read the version, backends and ports of the installation',
  answer: Options,
  async run({ context: { config, db, devicePorts }, request }) {
    const country = config.backends.length > 0 ? countryOfVisitor(config, request) : null
    const backend = config.backends.find(({ code, enable }) => code === country && enable !== false) ?? null
    const backends = { backendConfigs: config.backends, backend, testing: isForTesting(config) }
    const { sends_mail, registration, demo } = config
    const kept_days = Math.min(KEPT_DAYS, config.session_max_days)
    const here = {
      ...backends,
      devices: devicePorts(),
      sends_mail,
      registration,
      demo,
      kept_days,
      ...(await offeredProviders(db)),
    }
    return { app_version: version, appVersion: version, ...here }
  },
})

export const readGeoInfo = defineAction({
  method: 'GET',
  path: 'geoinfo',
  config: { open_to: ['held'] },
  public: true,
  tags: ['website'],
  summary: 'Read the country of your address',
  answer: GeoInfo,
  run: ({ context, request }) => ({ country_iso_code: countryOfVisitor(context.config, request) }),
})

const countryOfVisitor = ({ geoip_file }: ApiContext['config'], request: FastifyRequest) =>
  countryByProxy(request) ?? countryOf(request.ip, geoip_file)

/** The country set by a trusted proxy. Cloudflare sends XX if unknown, and T1 for Tor. */
function countryByProxy({ ips = [], headers }: FastifyRequest): string | null {
  const header = headers['cf-ipcountry']
  if (ips.length < 2) return null
  return typeof header === 'string' && /^[A-Z]{2}$/.test(header) && header !== 'XX' ? header : null
}
