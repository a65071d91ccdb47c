import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import { isLearnable, KEPT, MOST_TRIPS } from './learn.ts'
import { TravelModel, type TripWithCourse } from './model.ts'

/** What an organisation has learned, with the kinds of its trackers and its clocks. */
export type Learned = {
  model: TravelModel
  /** As `car` or `person`: each learns from trackers of its kind. */
  kinds: ReadonlyMap<number, string>
  timezone: string
}

/**
 * What organisations have learned, in memory: of those that were asked of last, and no older than ten minutes, within
 * which a trip that is gone is forgotten.
 */
class Models {
  readonly #db: Db
  readonly #loaded = new Map<number, { read_at: number; loading: Promise<Learned>; size: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  async of(organisation_id: number): Promise<Learned> {
    const known = this.#loaded.get(organisation_id)
    // Last in the order: those asked of long ago go first.
    this.#loaded.delete(organisation_id)
    if (known && known.read_at > performance.now() - FRESH_MS) {
      this.#loaded.set(organisation_id, known)
      return await known.loading
    }
    const entry = { read_at: performance.now(), loading: load(this.#db, organisation_id), size: 0 }
    this.#loaded.set(organisation_id, entry)
    try {
      const learned = await entry.loading
      entry.size = learned.model.visits
      this.#shed()
      return learned
    } catch (error) {
      this.#loaded.delete(organisation_id)
      throw error
    }
  }

  #shed(): void {
    let size = [...this.#loaded.values()].reduce((sum, each) => sum + each.size, 0)
    for (const [id, each] of this.#loaded) {
      if (size <= MOST_VISITS && this.#loaded.size <= MOST_MODELS) return
      size -= each.size
      this.#loaded.delete(id)
    }
  }
}

async function load(db: Db, organisation_id: number): Promise<Learned> {
  const { rows: zones } = await sql<{ timezone: string }>`
    select timezone from organisation where id = ${organisation_id}`.execute(db)
  const { timezone } = zones[0]!
  const { rows: kinds } = await sql<{ id: number; kind: string }>`/* kinds_of_trackers */
    select t.id::float8 as id, coalesce((select p.kind from movement_profile p
        where p.organisation_id = t.organisation_id and p.id = ${profileOfTracker('t')}),
      case t.type when 'phone' then 'person' else 'car' end) as kind
    from tracker t where t.organisation_id = ${organisation_id}`.execute(db)
  const trips: TripWithCourse[] = []
  let last: { began_at: string; tracker_id: number } = { began_at: 'infinity', tracker_id: 0 }
  while (trips.length < MOST_TRIPS) {
    const { rows } = await sql<TripWithCourse & { began_at: string }>`/* trips_learned */
      select c.tracker_id::float8 as tracker_id, c.began_at::text as began_at,
        extract(epoch from c.began_at at time zone ${timezone})::float8 as local,
        to_jsonb(c.cells) as cells, to_jsonb(c.seconds) as seconds
      from trip_course c where c.organisation_id = ${organisation_id}
        and (c.began_at, c.tracker_id) < (${last.began_at}::timestamptz, ${last.tracker_id}::bigint)
        and c.began_at > now() - ${KEPT} and c.cells <> '{}' and ${isLearnable('c')}
      order by c.began_at desc, c.tracker_id desc limit ${sql.lit(PAGE)}`.execute(db)
    for (const { began_at: _, ...trip } of rows) trips.push(trip)
    if (rows.length < PAGE) break
    last = rows.at(-1)!
  }
  return { model: new TravelModel(trips), kinds: new Map(kinds.map(({ id, kind }) => [id, kind])), timezone }
}

let databases = new WeakMap<Db, Models>()

/** What an organisation has learned from its own trips. */
export function learnedOf(db: Db, organisation_id: number): Promise<Learned> {
  const models = databases.get(db) ?? new Models(db)
  databases.set(db, models)
  return models.of(organisation_id)
}

/** Forgets what is in memory: what was learned since is read. */
export function forgetModels(): void {
  databases = new WeakMap()
}

const FRESH_MS = 10 * 60_000
/** Of all models together: some 30 MB. */
const MOST_VISITS = 1_000_000
const MOST_MODELS = 50
const PAGE = 2000
