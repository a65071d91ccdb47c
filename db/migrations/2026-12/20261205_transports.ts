import { type Kysely, sql } from 'kysely'

export const after = '20261204_sessions'
export const checksum = '624147819ebf44fc714e9045a0d3c0786b9a9a0afab288f2393ad0265c06b23d'

/** One form of a tracker's number, and how a tracker may report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const with_token = '{mqtt,owntracks,websocket,osmand_token}'
/** What there is today. Nothing says what a tracker has used so far, so existing trackers keep all of it. */
const all =
  '{mqtt,owntracks,websocket,osmand_token,osmand,gl200,gps103,gpsgate,gt06,h02,meitrack,suntech,t55,teltonika,tk103,totem}'

const statements = [
  // canonicalNumber() in db/tracker_number.ts is the same; a test compares them.
  `create function canonical_tracker_number(number text) returns text language sql immutable strict parallel safe as $$
    select case
      when number !~ '^[0-9]{14,}$' then translate(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
      when ltrim(number, '0') = '' then '0'
      when length(ltrim(number, '0')) <> 14 then ltrim(number, '0')
      else ltrim(number, '0') || (
        select (10 - sum(case when i % 2 = 1 then digit else digit * 2 / 10 + digit * 2 % 10 end) % 10) % 10
        from generate_series(1, 14) i, lateral (select substr(ltrim(number, '0'), i, 1)::integer as digit) d
      )
    end
  $$`,
  `alter table tracker
    add transports text[] not null default '${all}',
    add canonical_number text not null generated always as (canonical_tracker_number(number)) stored,
    add number_clash integer not null default 0`,
  `alter table tracker alter transports set default '${with_token}'`,
  // Numbers that were registered twice, in two spellings, stay as they are: the oldest is 0, the others count up.
  `update tracker set number_clash = older.count from (
    select organisation_id, id, row_number() over (partition by canonical_number order by id) - 1 as count from tracker
  ) older where older.count > 0 and older.organisation_id = tracker.organisation_id and older.id = tracker.id`,
  'create unique index tracker_canonical_number on tracker (canonical_number, number_clash)',
  // When the oldest tracker is deleted, the next one takes its place, which keeps the number taken.
  `create function settle_tracker_number() returns trigger language plpgsql as $$
  begin
    update tracker set number_clash = 0
    where canonical_number = old.canonical_number and number_clash > 0
      and number_clash = (select min(number_clash) from tracker where canonical_number = old.canonical_number);
    return null;
  end $$`,
  `create trigger tracker_number after delete or update of number on tracker
   for each row execute function settle_tracker_number()`,

  `alter table unknown_device
    add canonical_number text not null generated always as (canonical_tracker_number(number)) stored`,
  'create index unknown_device_canonical_number on unknown_device (canonical_number)',
]
