import type { Area } from '#db/tables/people/role.ts'
import type { PageName } from '../core/paths.ts'
import { doors } from './doors.ts'

/** What a role must allow to read for a page, the area that it is about first. */
const pages: Partial<Record<Area, PageName[]>> = {
  trackers: [
    'trackers',
    'tracker',
    'trackerEdit',
    'trackerGroups',
    'trackerGroup',
    'tags',
    'tag',
    'drivers',
    'driver',
    'whoDrove',
    'locations',
    'location',
    'sensors',
    'sensor',
    'movementProfiles',
    'movementProfile',
  ],
  history: [
    'events',
    'event',
    'replay',
    'past',
    'fleetDay',
    'movementReports',
    'reports',
    'report',
    'reportSchedules',
    'reportSchedule',
  ],
  alerts: ['alerts', 'explain', 'alarmDesk', 'watches'],
  boundaries: ['boundaries', 'boundary', 'boundaryEdit'],
  commands: ['commands', 'savedCommands'],
  maintenance: ['maintenance', 'maintenancePlans', 'maintenancePlan'],
  sharing: ['shares'],
  people: ['users', 'user', 'roles', 'role'],
  settings: ['organisation'],
  messages: [
    'allMessages',
    'templates',
    'template',
    'recipients',
    'newsletters',
    'newsletter',
    'reminders',
    'reminder',
  ],
  files: ['files', 'file', 'fileEdit', 'filesAdmin'],
  content: ['website', 'pageContents', 'pageContent', 'faqs', 'faq', 'enquiries', 'enquiry'],
}

/** The live map shows alerts, too; the home of a fleet shows both. */
const several: Partial<Record<PageName, Area[]>> = { map: ['trackers', 'alerts'], home: ['trackers', 'alerts'] }

const products = ['cpd', 'billing'] as const

const byName = new Map<string, readonly Area[]>([
  ...Object.entries(pages).flatMap(([area, names]) => names.map((name) => [name, [area as Area]] as const)),
  ...doors.flatMap(({ name, pages }) => {
    const area = products.find((product) => product === name)
    const names = Object.values(pages).flatMap((list) => Object.keys(list))
    return area ? names.map((page) => [page, [area]] as const) : []
  }),
  ...Object.entries(several),
])

/** The areas of a page, by its name. */
export const areasOf = (page: string): readonly Area[] => byName.get(page) ?? []
