import { type Kysely, sql } from 'kysely'

export const after = '20280131_paid_before'
export const checksum = '89cf35939de75dcbb1a87f3e3ebb80a20cc5547f93afae738ab2b14174877408'

/** What a tracker has said last of its battery and supply, which many devices report apart from positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table tracker_state add supply jsonb`,
  `update tracker_state set supply = jsonb_strip_nulls(jsonb_build_object('battery', attributes -> 'battery',
      'charging', attributes -> 'charging', 'external_power', attributes -> 'external_power'))
    where attributes ?| array['battery', 'charging', 'external_power']`,
]
