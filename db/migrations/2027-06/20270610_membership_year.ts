import { type Kysely, sql } from 'kysely'

export const after = '20270605_ignored_places'
export const checksum = 'eb67215343feadd68ed3fb8b8f49d71e74a9d77267a1fcbbc68d7a0fc834803b'

/** A year that begins for all members of a product on the same day; the first is a part, and so may the next be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const money = (name: string) => `${name} bigint check (${name} between 0 and 1000000000000)`
const rule = `add first_year text not null default 'day' check (first_year in ('day', 'month', 'full')),
  add early_months integer not null default 0 check (early_months between 0 and 11)`

const statements = [
  `alter table product add year_month text check (year_month in
    ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
    add year_day integer not null default 1 check (year_day between 1 and 31), ${rule}`,
  `alter table subscription add year_begins text check (year_begins ~ '^[01][0-9]-[0-3][0-9]$'), ${rule},
    add ${money('period_amount')}, add renewal_ends_on date, add ${money('renewal_part')}`,
]
