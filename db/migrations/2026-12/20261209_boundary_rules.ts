import { type Kysely, sql } from 'kysely'

export const after = '20261208_register_links'
export const checksum = '99683fbc32fc35a36ec0b16b95814fabb4da73ded1005fd93744bed787623177'

/**
 * Boundaries have a rule: `any` (together with the others of this rule, as before), `alone` (leaving it is a breach,
 * whatever else contains the tracker) or `keep_out` (entering it is one). Alerts say which boundary was left or
 * entered, keep its name, and have a note of the person who acknowledged them; offline trackers are alerts, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table boundary
     add column rule text not null default 'any',
     add constraint boundary_rule_check check (rule in ('any', 'alone', 'keep_out'))`,
  // "Does any boundary of this rule apply to the tracker?" stays one lookup, however many there are of other rules.
  'create index boundary_rule_applies on boundary (organisation_id, rule, owner_user_id) where active and all_trackers',
  'drop index boundary_applies_to_all',
  // Where an organisation uses `any` only, nothing else is searched for its trackers.
  "create index boundary_ruled on boundary (organisation_id) where active and rule <> 'any'",

  "alter table boundary_part add column rule text not null default 'any'",
  `create or replace function keep_boundary_parts() returns trigger language plpgsql set jit = off as $$
  begin
    delete from boundary_part where organisation_id = new.organisation_id and boundary_id = new.id;
    if new.active then
      insert into boundary_part (organisation_id, boundary_id, owner_user_id, buffer_m, use_accuracy, all_trackers,
        schedule, rule, geometry, reach)
      select new.organisation_id, new.id, new.owner_user_id, new.buffer_m, new.use_accuracy, new.all_trackers,
             new.schedule, new.rule,
             piece, st_expand(st_envelope(piece), widen / cos(radians(least(85, widest + widen))), widen)
      from (select st_segmentize(area, 0.1) as piece from cut_area(new.geometry) area offset 0) pieces,
      lateral (select new.buffer_m / 110000.0 as widen,
                      greatest(abs(st_ymin(piece)), abs(st_ymax(piece))) as widest) box
      where st_geometrytype(st_envelope(piece)) = 'ST_Polygon';
    end if;
    return null;
  end $$`,
  'drop trigger boundary_parts on boundary',
  `create trigger boundary_parts after insert or update of
     geometry, active, owner_user_id, buffer_m, use_accuracy, all_trackers, schedule, rule
   on boundary for each row execute function keep_boundary_parts()`,

  // The boundary has no foreign key: a breach outlives its boundary until the tracker's next report ends the alert.
  `create table boundary_breach (
    organisation_id bigint not null,
    tracker_id bigint not null,
    boundary_id bigint not null,
    rule text not null check (rule in ('alone', 'keep_out')),
    since timestamptz not null,
    count integer not null,
    alert_id bigint,
    primary key (organisation_id, tracker_id, boundary_id),
    foreign key (organisation_id, tracker_id) references tracker on delete cascade
  )`,
  // Breaches that wait for their delay.
  'create index boundary_breach_waiting on boundary_breach (since) where alert_id is null',

  'alter table alert drop constraint alert_kind_check',
  `alter table alert
     add constraint alert_kind_check check (kind in ('left_boundary', 'entered_boundary', 'alarm', 'offline')),
     add column rule text check (rule in ('any', 'alone', 'keep_out')),
     add column boundary_name text,
     add column acknowledged_note text`,
  `update alert a set rule = 'any', boundary_name = (
     select b.name from boundary b where b.organisation_id = a.organisation_id and b.id = a.boundary_id)
   where kind = 'left_boundary'`,
  // Those that are offline at present, as the alert that their next contact ends.
  `insert into alert (organisation_id, tracker_id, kind, started_at, raised_at)
   select p.organisation_id, p.tracker_id, 'offline', p.changed_at, p.changed_at
   from tracker_presence p join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id
   where not p.online and t.active`,
  // At most one open alert for each broken boundary of a tracker, and one for all of rule `any` together.
  'drop index alert_open',
  `create unique index alert_open on alert
     (organisation_id, tracker_id, kind, (case when rule in ('alone', 'keep_out') then boundary_id else 0 end))
   where ended_at is null`,
  // Filters that match few of many rows, in the order of the list.
  'create index alert_not_ended on alert (organisation_id, started_at, id) where ended_at is null',
  'create index alert_of_kind on alert (organisation_id, kind, started_at, id)',
  `create index alert_of_boundary on alert (organisation_id, boundary_id, started_at, id)
   where boundary_id is not null`,
  `create index alert_seen on alert (organisation_id, started_at, id) where acknowledged_at is not null`,

  'alter table alert_job drop constraint alert_job_occasion_check',
  `alter table alert_job add constraint alert_job_occasion_check check (occasion in ('left_boundary',
     'entered_boundary', 'returned', 'exited_boundary', 'alarm', 'offline', 'online', 'reminder', 'escalation'))`,
]
