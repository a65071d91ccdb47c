import type { ListQuery } from '#api/crud/list_query.ts'
import type { resources } from '#api/domains.ts'
import type { Person } from './fill.ts'

const of_any = { tracker_id: 0 }
const any_day = { from: '', to: '' }

/**
 * The lists that pages and programs ask for. `tracker_id: 0` stands for any tracker of the first organisation, and a day
 * as `from` and `to` for any of the four weeks.
 */
export const lists: List[] = [
  list('50 of 10 000 trackers', 'Staff', 'tracker', { sort: 'name' }),
  list('the last ones first', 'Staff', 'tracker', { sort: '-name' }),
  list('trackers found by a part of their name', 'Staff', 'tracker', { search: 'an 77' }),
  list('trackers by a search that finds none', 'Staff', 'tracker', { search: 'nowhere' }),
  list('trackers that are outside', 'Staff', 'tracker', { state: 'outside' }),
  list('trackers with a low battery', 'Staff', 'tracker', { battery_below: 20 }),
  list('trackers of all organisations', 'Platform', 'tracker'),
  list('one’s own trackers', 'User', 'tracker'),

  list('one day of one tracker, 1000 events', 'Staff', 'trackerevent', { ...of_any, ...any_day, limit: 1000 }),
  list('the newest 50 events of one tracker', 'Staff', 'trackerevent', { ...of_any }),
  list('the same in the order of arrival', 'Staff', 'trackerevent', { ...of_any, sort: '-received' }),
  list('events of one tracker that are outside', 'Staff', 'trackerevent', { ...of_any, outside_boundary: true }),
  list('the newest 50 events of an organisation', 'Staff', 'trackerevent'),
  list('the same by the time of their fix', 'Staff', 'trackerevent', { sort: '-fix_at' }),
  list('the oldest 50 by the time of their fix', 'Staff', 'trackerevent', { sort: 'fix_at' }),
  list('events of an organisation of one day', 'Staff', 'trackerevent', { ...any_day }),
  list('the same by the time of their fix', 'Staff', 'trackerevent', { ...any_day, sort: 'fix_at' }),
  list('events that are outside', 'Staff', 'trackerevent', { outside_boundary: true }),
  list('events outside on one day', 'Staff', 'trackerevent', { outside_boundary: true, ...any_day }),
  list('events with another verdict than all have', 'Silent', 'trackerevent', { outside_boundary: true, late: true }),
  list('late events', 'Staff', 'trackerevent', { late: true }),
  list('repeated events', 'Staff', 'trackerevent', { repeated: true }),
  list('events of a rare kind', 'Staff', 'trackerevent', { event: 'sos' }),
  list('events of a kind that never was', 'Staff', 'trackerevent', { event: 'geofence' }),
  list('events found by a part of their name', 'Staff', 'trackerevent', { search: 'igni' }),
  list('events by a search that finds none', 'Staff', 'trackerevent', { search: 'geofence' }),
  list('events by a search that finds most', 'Staff', 'trackerevent', { search: 'posi' }),
  ...everyone('events', 'trackerevent'),
  list('a search in events of all organisations', 'Platform', 'trackerevent', { search: 'geofence' }),
  list('one’s own events in the order of arrival', 'User', 'trackerevent', { sort: '-received' }),
  list('one’s own events by a search that finds none', 'User', 'trackerevent', { search: 'geofence' }),
  list('one’s own events that are outside', 'User', 'trackerevent', { outside_boundary: true }),

  ...everyone('alerts', 'alert'),
  list('the newest 50 alerts of an organisation', 'Staff', 'alert'),
  list('open alerts', 'Staff', 'alert', { open: true }),
  list('alerts of two kinds', 'Staff', 'alert', { kinds: ['alarm', 'offline'] }),
  list('alerts of one tracker', 'Staff', 'alert', { ...of_any }),
  list('alerts of one day', 'Staff', 'alert', { ...any_day }),
  list('alerts by a search that finds none', 'Staff', 'alert', { search: 'nowhere' }),
  list('alerts by when they were raised', 'Staff', 'alert', { sort: '-raised_at' }),

  ...everyone('commands', 'trackercommand'),
  list('commands by a search that finds none', 'Staff', 'trackercommand', { search: 'nowhere' }),

  list('the newest 50 messages of an organisation', 'Administrator', 'message'),
  list('messages to a person', 'User', 'message'),
  list('messages of all organisations', 'Platform', 'message'),
  list('messages by a search that finds none', 'Administrator', 'message', { search: 'nowhere' }),
  list('messages that failed', 'Administrator', 'message', { state: 'failed' }),
  list('messages about a tracker', 'Administrator', 'message', { ...of_any }),
  list('messages of one day', 'Administrator', 'message', { ...any_day }),
  list('recipients', 'Administrator', 'recipient'),

  list('the newest 50 lines of the audit log', 'Administrator', 'auditlog'),
  list('of an organisation that is silent', 'Silent', 'auditlog'),
  list('the audit log of all organisations', 'Platform', 'auditlog'),
  list('the audit log by a search that finds none', 'Administrator', 'auditlog', { search: 'nowhere' }),
  list('the audit log of a person without lines', 'Administrator', 'auditlog', { user_id: 999_999 }),
  list('the audit log by an action that never was', 'Administrator', 'auditlog', { action: 'boundary.delete' }),
  list('the audit log of a tracker', 'Administrator', 'auditlog', { entity: 'tracker', entity_id: 1 }),
  list('the audit log of one day', 'Administrator', 'auditlog', { ...any_day }),

  list('50 of 500 users', 'Administrator', 'user'),
  list('users found by a part of their name', 'Administrator', 'user', { search: 'ana 4' }),
  list('users of all organisations', 'Platform', 'user'),
  list('memberships', 'Administrator', 'membership', { sort: 'username' }),
  list('memberships of all organisations', 'Platform', 'membership'),
  list('boundaries', 'Staff', 'boundary'),
  list('boundaries by a search that finds none', 'Staff', 'boundary', { search: 'nowhere' }),
  list('notifications', 'Staff', 'notification'),
  list('share links', 'Administrator', 'sharelink'),
  list('files', 'Staff', 'file'),
  list('organisations', 'Platform', 'organisation'),
]

/** The newest rows for those for whom an index over all organisations would not do. */
function everyone(rows: string, name: Name): List[] {
  return [
    list(`the newest 50 ${rows} of an organisation that is silent`, 'Silent', name),
    list(`the newest 50 ${rows} of two organisations, one of them silent`, 'Two', name),
    list(`the newest 50 ${rows} of all organisations`, 'Platform', name),
    list(`the newest 50 ${rows} of one’s own three trackers, which are silent`, 'User', name),
  ]
}

function list(what: string, who: Person, name: Name, query: ListQuery = {}): List {
  return { what, who, name, query: { limit: 50, ...query } }
}

type Name = keyof typeof resources
export type List = { what: string; who: Person; name: Name; query: ListQuery }
