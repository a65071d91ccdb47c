import { billing } from './billing/index.ts'
import { cpd } from './cpd/index.ts'
import { type Domain, resourcesOf } from './crud/domain.ts'
import { allQuotas, takeQuotas } from './crud/quotas.ts'
import { takePlaces } from './crud/roles/places.ts'
import { files } from './files/index.ts'
import { imports } from './imports/index.ts'
import { messaging } from './messaging/index.ts'
import { organisations } from './organisations/index.ts'
import { people } from './people/index.ts'
import { site } from './site/index.ts'
import { tracking } from './tracking/index.ts'

/** Every domain. */
export const domains = [tracking, people, organisations, messaging, files, site, cpd, billing, imports]

takeQuotas((domains as Domain[]).map(({ quotas = {} }) => quotas))
/** Every quota, with the limits of the installation. */
export const quotas = allQuotas()
for (const domain of domains as Domain[]) {
  domain.takes?.(domains)
  takePlaces(domain.areas, resourcesOf([domain]))
}

/** Every resource. */
export const resources = {
  ...tracking.resources,
  ...people.resources,
  ...organisations.resources,
  ...messaging.resources,
  ...files.resources,
  ...site.resources,
  ...cpd.resources,
  ...billing.resources,
}

export type Resources = typeof resources
