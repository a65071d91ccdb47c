import { type Kysely, sql } from 'kysely'
import type { OwnedAlert } from '#db/alerts/owned.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { judgeRule } from './judge.ts'
import { organisationsToJudge, readRules } from './read.ts'
import { writeChanges } from './write.ts'

/**
 * Raises alerts of two trackers that are too near or too far from each other, by the last fix of each. Both move, and
 * what is forbidden also begins and ends while neither reports, so it is judged every few seconds and not with a report.
 * An open alert is the state, so that it is raised once, whatever is restarted.
 */
export class Proximity {
  readonly task: PeriodicTask
  readonly #db: Kysely<Database>
  readonly #on_alerts: (alerts: OwnedAlert[]) => void
  #not_before = 0

  /** @param on_alerts is called with those that were raised or have ended, after the commit */
  constructor(db: Kysely<Database>, on_alerts: (alerts: OwnedAlert[]) => void) {
    this.#db = db
    this.#on_alerts = on_alerts
    this.task = {
      name: 'proximity of trackers',
      interval_ms: INTERVAL_MS,
      run: async () => {
        if (performance.now() < this.#not_before) return
        const began = performance.now()
        await this.judge()
        const ended = performance.now()
        this.#not_before = ended + (ended - began) * PAUSE
      },
    }
  }

  async judge(now = Date.now()): Promise<void> {
    for (const organisation_id of await organisationsToJudge(this.#db)) {
      const alerts = await judgeOrganisation(this.#db, organisation_id, now)
      if (alerts.length > 0) this.#on_alerts(alerts)
    }
  }
}

/** In one transaction, so that each process continues from what another has written. */
const judgeOrganisation = (db: Kysely<Database>, organisation_id: number, now: number): Promise<OwnedAlert[]> =>
  db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ mine: boolean }>`select ${isServed(sql`${organisation_id}::bigint`)}
      and pg_try_advisory_xact_lock(${PROXIMITY_LOCK}::int) as mine`.execute(trx)
    if (!lock[0]!.mine) return []
    const rules = await readRules(trx, organisation_id, now)
    const changed = rules.map(({ id, rule, sides, known }) => ({
      id,
      changes: judgeRule(rule, sides, known, now, Math.random()),
    }))
    return await writeChanges(trx, organisation_id, changed)
  })

const INTERVAL_MS = 2_000
/** Rests for ten times as long as it has worked. */
const PAUSE = 10
const PROXIMITY_LOCK = 7_238_104
