import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder, SqlBool } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { LeaseWorker } from '#db/background/worker.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from '../context.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { type AnyAction, addAction } from './action.ts'
import type { Conflicts } from './conflicts.ts'
import { requireFeature } from './features.ts'
import type { ImportKind } from './imports/kind.ts'
import type { JobHandler } from './jobs/handler.ts'
import type { ListQuery } from './list_query.ts'
import type { RowQuotas } from './quotas.ts'
import type { Resource } from './resource.ts'
import { type AreaRules, isReading, placesOf } from './roles/places.ts'
import { addResource } from './routes.ts'
import { type KeyRules, scopeOf } from './session/api_keys.ts'
import type { Viewer } from './viewer.ts'

/** The door of a domain: what the layers around it need of it. They name nothing of a domain themselves. */
export type Domain<Resources = Record<string, unknown>, Actions = readonly Entry[], Always = readonly Entry[]> = {
  /** What an organisation must have: elsewhere the domain's routes answer 501. */
  feature?: Feature
  /** Replaces the check of the feature before each request. */
  requires?(request: FastifyRequest): Promise<void>
  /** A check before each request to the domain of a feature, which this domain may close. */
  guards?(feature: Feature, context: ApiContext): ((request: FastifyRequest) => Promise<void>) | null
  /** Plugins, hooks and rows that its routes need. */
  begin?(app: TypedApp, context: ApiContext): Promise<void>
  resources: Resources
  /** Routes beside those of resources. */
  actions: Actions
  /** What API keys may do here, by their scopes; all else is refused to them. */
  keys?: KeyRules
  /** Where its resources and routes belong, for members with a role of their organisation; all else is closed to them. */
  areas?: AreaRules
  /** Actions that check the feature themselves. */
  always?: Always
  /** How much an organisation, or a person, may have of its rows. */
  quotas?: RowQuotas
  /** Errors that report a row which the viewer may not see. */
  conflicts?: Conflicts
  /** What the dashboard of administrators counts. */
  figures?: Figure[]
  /** What waits for an administrator. */
  tasks?: TaskOfAdministrator[]
  /** Rows that files are evidence of, by table: who reads their evidence. */
  evidence?: Record<string, (viewer: Viewer) => RawBuilder<SqlBool>>
  /** The qualifications of a user, as JSON. */
  certifications?(viewer: Viewer): RawBuilder<unknown>
  /** Done every minute, in this order. */
  upkeep?: readonly ((context: ApiContext) => Promise<unknown>)[]
  /** Deletes what is over, every hour: what is no condition on a table's rows (`past`). */
  purge?(context: Pick<ApiContext, 'db' | 'config'>): Promise<void>
  /** Its periodic tasks, and workers that requests wake. */
  background?(context: ApiContext): (PeriodicTask | Worker)[]
  /** Names of its pages (`/app/<name>`) that are neither of a resource nor of an action: no page content has them as key. */
  page_names?: readonly string[]
  /** Long work that people wait for, by its kind. */
  jobs?: readonly JobHandler[]
  /** What tables of files become rows of. */
  imports?: readonly ImportKind[]
  /** Takes what other domains declare for this one, before the first request. */
  takes?(domains: Domain[]): void
  /** Pages outside of the API's addresses, which work without its token. */
  pages?: AddRoutes[]
}

/** A list with filters, so that the page it leads to shows exactly the rows that are counted. */
export type Figure = {
  /** What the organisation must have; everything else is counted everywhere. */
  feature?: Feature
  /** `readable`: all that the viewer may read, as the list itself shows. */
  of: 'organisation' | 'installation' | 'readable'
  name: string
  /** The name of the resource. */
  list: string
  query(of: { from: string }): ListQuery
}

/** Same. */
export type TaskOfAdministrator = {
  name: string
  list: string
  query(of: { organisation_id: number; from: string }): ListQuery
  /** Belongs to the installation, so only platform administrators see it. */
  of_platform?: true
}

/** Does what waits in a queue; `LeaseWorker` is one. */
export type Worker = Pick<LeaseWorker, 'tasks' | 'notify' | 'drain' | 'stop'>

/** An action, or what registers routes that are none: they stream, redirect or upload. */
type Entry = AnyAction | AddRoutes
/** Registers routes. @param domains all of them */
export type AddRoutes = (app: TypedApp, context: ApiContext, domains: Domain[]) => void | Promise<void>

export function defineDomain<
  Resources extends Record<string, { name: string }>,
  const Actions extends readonly Entry[],
  const Always extends readonly Entry[] = [],
>(domain: Domain<Resources, Actions, Always>): Domain<Resources, Actions, Always> {
  return domain
}

/** Every resource, in the order of the names. */
export function resourcesOf(domains: Domain[]): Resource[] {
  // Each has types of its own, which what is generic does not know.
  const resources = domains.flatMap((domain) => Object.values(domain.resources)) as Resource[]
  return resources.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Registers a domain's resources and actions, behind its feature. */
export async function addDomain(app: TypedApp, context: ApiContext, domain: Domain, domains: Domain[]): Promise<void> {
  const { feature, requires, begin, actions, always = [] } = domain
  await app.register(async (encapsulated) => {
    const instance = withRights(encapsulated, domain)
    if (feature) {
      instance.addHook('preHandler', requires ?? requireFeature(feature))
      for (const guard of domains.flatMap(({ guards }) => guards?.(feature, context) ?? [])) {
        instance.addHook('preHandler', guard)
      }
    }
    await begin?.(instance, context)
    for (const resource of resourcesOf([domain])) addResource(instance, context, resource)
    for (const entry of actions) await addEntry(instance, context, entry, domains)
  })
  await app.register(async (encapsulated) => {
    const instance = withRights(encapsulated, domain)
    for (const entry of always) await addEntry(instance, context, entry, domains)
  })
}

/** Each route of the domain says which scope API keys need, and where it belongs for roles of organisations. */
function withRights(encapsulated: FastifyInstance, domain: Domain): TypedApp {
  const { keys = {}, areas = {} } = domain
  const placeOf = placesOf(areas, new Map(resourcesOf([domain]).map(({ name, plural }) => [name, plural])))
  encapsulated.addHook('onRoute', (route) => {
    const [method, path] = [String(route.method), route.url.replace('/api/v1/', '')]
    const need = route.config?.need ?? (isReading(areas, method, path) ? 'read' : 'write')
    const key_scope = scopeOf(keys, method, path)
    route.config = { ...route.config, key_scope, place: placeOf(method, path), need }
  })
  return encapsulated.withTypeProvider<TypeBoxTypeProvider>()
}

export const addEntry = (app: TypedApp, context: ApiContext, entry: Entry, domains: Domain[]) =>
  typeof entry === 'function' ? entry(app, context, domains) : addAction(app, context, entry, resourcesOf(domains))
