import { billing } from '../billing/index.ts'
import { cpd } from '../cpd/index.ts'
import { files } from '../files/index.ts'
import type { Door } from '../kit/door.ts'
import { messaging } from '../messaging/index.ts'
import { organisations } from '../organisations/index.ts'
import { people } from '../people/index.ts'
import { site } from '../site/index.ts'
import { tracking } from '../tracking/index.ts'

/** What each domain adds to the client. Sections of menus, and start pages, follow this order. */
export const doors: Door[] = [tracking, site, people, organisations, messaging, cpd, billing, files]
