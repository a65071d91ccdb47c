import { type TObject, Type } from 'typebox'
import type { linksTo } from '#messages/links.ts'

const MOST_ROWS = 100
const Id = Type.Integer({ minimum: 1 })
const Time = Type.String({ maxLength: 40, description: 'ISO 8601 with a time zone, such as 2026-11-20T08:00:00Z' })
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS, description: '20 by default' }))
const from = Type.Optional(Time)
const to = Type.Optional(Time)
const tracker_id = Type.Optional(Type.Integer({ minimum: 1, description: 'The id that where_are_trackers answers' }))

/** A tool that only reads: a route of the REST API, and which fields of its answer an assistant gets. */
export type Tool = {
  name: string
  title: string
  description: string
  input: TObject
  /** Below `/api/v1/`. */
  path: string
  /** What is always asked for. */
  query?: Record<string, string>
  /** Separated by spaces. */
  fields: string
  /** The page that shows the same to a person. */
  page(links: Links, input: Record<string, unknown>): string
  /** The page of a row. */
  rowPage?(links: Links, row: { id: number }): string
}

export const tools: readonly Tool[] = [
  define({
    name: 'where_are_trackers',
    title: 'Where trackers are',
    description:
      'Finds trackers by a part of their name or number, and says where each is, what it does and since when, whether ' +
      'it is outside its boundaries, and when it last reported. Speeds are metres per second.',
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100, description: 'All trackers without it' })),
      state: Type.Optional(Type.String({ enum: ['inside', 'outside', 'unknown'] })),
      online: Type.Optional(Type.Boolean()),
      limit,
    }),
    path: 'trackers',
    fields: 'id name number group_name driver_name online seen_at position speed state movement battery',
    page: (links) => links.wholeMap(),
    rowPage: (links, { id }) => links.tracker(id),
  }),
  define({
    name: 'list_trips',
    title: 'Trips',
    description: 'Lists trips, the newest first: from where to where, when, metres, top speed (m/s), driver.',
    input: Type.Object({ tracker_id, from, to, limit }),
    path: 'segments',
    query: { kind: 'trip', sort: '-began_at' },
    fields:
      'id tracker_id tracker_name driver_name began_at ended_at duration_s distance_m top_speed ' +
      'begin_place end_place begin_position end_position',
    page: (links, { tracker_id }) => (tracker_id ? links.tracker(Number(tracker_id), 'trips') : links.reports('trips')),
    rowPage: (links, row) => links.tracker(Number((row as { tracker_id?: number }).tracker_id), 'trips'),
  }),
  define({
    name: 'list_visits',
    title: 'Visits',
    description: 'Lists stays of trackers in boundaries, the newest first. Without an end it is still there.',
    input: Type.Object({ tracker_id, boundary_id: Type.Optional(Id), from, to, limit }),
    path: 'segments',
    query: { kind: 'visit', sort: '-began_at' },
    fields: 'id tracker_id tracker_name driver_name boundary_id boundary_name began_at ended_at duration_s',
    page: (links) => links.reports('visits'),
  }),
  define({
    name: 'list_positions',
    title: 'Positions of a tracker',
    description:
      'Lists reports of a tracker, the newest first, with position, speed (m/s), and whether it was outside.',
    input: Type.Object({ tracker_id: Id, from, to, limit }),
    path: 'trackerevents',
    query: { sort: '-fix_at' },
    fields: 'id fix_at event alarm position speed heading outside_boundary boundary_name',
    page: (links, { tracker_id }) => `${links.events()}?tracker=${tracker_id}`,
  }),
  define({
    name: 'list_boundaries',
    title: 'Boundaries',
    description: 'Lists areas on the map that trackers are compared with, and the rule of each.',
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      active: Type.Optional(Type.Boolean()),
      limit,
    }),
    path: 'boundaries',
    fields: 'id name active rule all_trackers speed_limit',
    page: (links) => links.boundaries(),
    rowPage: (links, { id }) => links.boundary(id),
  }),
  define({
    name: 'list_alerts',
    title: 'Alerts',
    description:
      'Lists alerts, the newest first: what happened, to which tracker, until when, who has acknowledged it.',
    input: Type.Object({
      tracker_id,
      open: Type.Optional(Type.Boolean({ description: 'Whether it has not ended yet' })),
      acknowledged: Type.Optional(Type.Boolean()),
      from,
      to,
      limit,
    }),
    path: 'alerts',
    query: { sort: '-started_at' },
    fields:
      'id tracker_id tracker_name kind alarm rule boundary_name started_at ended_at duration_s top_speed ' +
      'speed_limit acknowledged_at acknowledged_by acknowledged_note',
    page: (links) => links.alerts(),
  }),
  define({
    name: 'cpd_result',
    title: 'Result of professional development',
    description:
      'Says what counts for a person in their present cycle of professional development, line by line, and what is ' +
      'missing. For the owner of the key unless another person is named.',
    input: Type.Object({ user_id: Type.Optional(Id), cycle_id: Type.Optional(Id) }),
    path: 'cpd/stats',
    fields: 'user_id cycle_id start end days_left frozen verdict met nothing hours activities lines uncategorised',
    page: (links) => links.progressOfOneself(),
  }),
  define({
    name: 'list_invoices',
    title: 'Invoices',
    description:
      'Lists invoices and credit notes. Amounts are integers of the smallest unit: `digits` says the places of the currency.',
    input: Type.Object({
      open: Type.Optional(Type.Boolean({ description: 'Whether something is left to be paid' })),
      overdue: Type.Optional(Type.Boolean()),
      issued_from: Type.Optional(Type.String({ maxLength: 10, description: 'A day, such as 2026-07-01' })),
      issued_before: Type.Optional(Type.String({ maxLength: 10 })),
      limit,
    }),
    path: 'invoices',
    query: { sort: '-issued_on' },
    fields:
      'id type document_number contact_name state currency digits issued_on due_on net tax gross paid open ' +
      'overdue reference',
    page: (links) => links.transactions(),
    rowPage: (links, { id }) => links.invoice(id),
  }),
]

function define<Input extends TObject>(tool: Omit<Tool, 'input'> & { input: Input }): Tool & { input: Input } {
  return { ...tool, input: { ...tool.input, additionalProperties: false } }
}

export type Links = ReturnType<typeof linksTo>
