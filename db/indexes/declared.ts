/**
 * Indexes for lists that are built after the start, since their tables may be large. Those of `tracker_event` are
 * partial and on rare rows: every other index would cost each report 1 to 2 µs of PostgreSQL's time (docs/performance.md).
 *
 * The tracker follows the id, so that rows of other trackers are skipped within the index.
 */
export const declared: readonly DeclaredIndex[] = [
  {
    name: 'tracker_event_outside',
    table: 'tracker_event',
    columns: 'organisation_id, id, tracker_id',
    where: 'outside_boundary',
  },
  {
    name: 'tracker_event_repeated',
    table: 'tracker_event',
    columns: 'organisation_id, id, tracker_id',
    where: 'repeated',
  },
  { name: 'tracker_event_late', table: 'tracker_event', columns: 'organisation_id, id, tracker_id', where: 'late' },
  {
    name: 'tracker_event_kind',
    table: 'tracker_event',
    columns: 'organisation_id, event, id, tracker_id',
    where: `event <> 'position'`,
  },
  { name: 'alert_raised', table: 'alert', columns: 'organisation_id, raised_at, id' },
  { name: 'alert_ended_at', table: 'alert', columns: 'organisation_id, ended_at desc nulls last, id desc' },
]

/** `columns` and `where` as in CREATE INDEX. A released index keeps its name and columns: another one has another name. */
export type DeclaredIndex = { name: string; table: string; columns: string; where?: string }
