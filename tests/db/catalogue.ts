import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'

/**
 * The whole schema as sorted lines, one an object: tables, columns, constraints, indexes, functions, triggers, sequences,
 * views, types, extensions, comments and rights. Left out: what extensions own, partitions (they follow the
 * clock) and the order of columns.
 */
export async function readCatalogue(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with mine as (
      select c.* from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind <> 'I' and c.relkind <> 't'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        and c.relname !~ '^tracker_event_y[0-9]{4}m[0-9]{2}'
    )
    select format('%s %s %s %s %s %s', case relkind when 'r' then 'table' when 'p' then 'table, partitioned'
        when 'v' then 'view' when 'S' then 'sequence' when 'i' then 'index' else relkind::text end, relname,
        relpersistence, coalesce(reloptions::text, ''), coalesce(pg_get_partkeydef(oid), ''), coalesce(relacl::text, '')) as line
      from mine
    union all
    select format('column %s.%s %s not null %s default %s identity %s generated %s collation %s', m.relname, a.attname,
        format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
        a.attcollation::regcollation)
      from mine m join pg_attribute a on a.attrelid = m.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = m.oid and d.adnum = a.attnum where m.relkind in ('r', 'p', 'v')
    union all
    select format('constraint %s.%s %s validated %s', m.relname, n.conname, pg_get_constraintdef(n.oid), n.convalidated)
      from mine m join pg_constraint n on n.conrelid = m.oid
    union all
    select format('definition %s', pg_get_indexdef(oid)) from mine where relkind = 'i'
    union all
    select format('sequence %s %s start %s by %s from %s to %s cache %s of %s', s.sequencename, s.data_type, s.start_value,
        s.increment_by, s.min_value, s.max_value, s.cache_size,
        (select format('%s.%s', d.refobjid::regclass, a.attname) from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
          where d.classid = 'pg_class'::regclass and d.objid = m.oid and d.deptype in ('a', 'i')))
      from pg_sequences s join mine m on m.relname = s.sequencename and s.schemaname = current_schema()
    union all
    select format('view %s %s', relname, pg_get_viewdef(oid)) from mine where relkind = 'v'
    union all
    select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('trigger %s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
      from mine m join pg_trigger t on t.tgrelid = m.oid where not t.tgisinternal
    union all
    select format('type %s %s', t.typname, (select string_agg(e.enumlabel, ', ' order by e.enumsortorder)
        from pg_enum e where e.enumtypid = t.oid))
      from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype in ('e', 'd')
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    union all
    select format('extension %s', extname) from pg_extension
    union all
    select format('comment %s.%s %s', m.relname, d.objsubid, d.description)
      from mine m join pg_description d on d.objoid = m.oid and d.classoid = 'pg_class'::regclass
    union all
    select format('policy %s on %s', p.polname, m.relname) from mine m join pg_policy p on p.polrelid = m.oid`.execute(
    db,
  )
  return rows.map((row) => row.line).sort()
}
