import { type Kysely, sql } from 'kysely'

export const after = '20270111_judged_report'
export const checksum = 'cb5d171caaf07d39fd083df5df8c7f4f40aafe3cacfed955902392c6a6da4d49'

/**
 * Indexes for lists with a filter that few rows fulfil, and for alerts in other orders. In an installation that has
 * events they are built after the start, without blocking writers (db/indexes).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

// The default partition's index, which has the name that the build gives it, becomes part of its table's.
const statement = `do $$ begin
  if exists (select from tracker_event) then return; end if;
  create index tracker_event_default_outside on tracker_event_default (organisation_id, id, tracker_id) where outside_boundary;
  create index tracker_event_outside on tracker_event (organisation_id, id, tracker_id) where outside_boundary;
  create index tracker_event_default_repeated on tracker_event_default (organisation_id, id, tracker_id) where repeated;
  create index tracker_event_repeated on tracker_event (organisation_id, id, tracker_id) where repeated;
  create index tracker_event_default_late on tracker_event_default (organisation_id, id, tracker_id) where late;
  create index tracker_event_late on tracker_event (organisation_id, id, tracker_id) where late;
  create index tracker_event_default_kind on tracker_event_default (organisation_id, event, id, tracker_id) where event <> 'position';
  create index tracker_event_kind on tracker_event (organisation_id, event, id, tracker_id) where event <> 'position';
  create index alert_raised on alert (organisation_id, raised_at, id);
  create index alert_ended_at on alert (organisation_id, ended_at desc nulls last, id desc);
end $$`
