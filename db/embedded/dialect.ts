import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionBuilder,
} from 'kysely'
import type { Database } from '../tables/index.ts'
import type { EmbeddedDatabase } from './index.ts'
import type { Connected, SessionQueue } from './session_queue.ts'

/** The embedded database, whose transactions hold its only session: a statement beside one fails instead of hanging. */
export class EmbeddedKysely extends Kysely<Database> {
  readonly #queue: SessionQueue

  constructor(database: EmbeddedDatabase, queue: SessionQueue, kind: Connected) {
    super({ dialect: embeddedDialect(database, queue, kind) })
    this.#queue = queue
  }

  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((work) => {
        // Its text is made only if it is read.
        const origin = new Error('transaction')
        return execute((trx) => this.#queue.holding(() => work(trx), origin))
      }) satisfies typeof execute,
    })
  }
}

/**
 * Kysely dialect of the embedded database. Statements and transactions share its one session, devices before people.
 */
function embeddedDialect(database: EmbeddedDatabase, queue: SessionQueue, kind: Connected): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(database, queue, kind),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: DatabaseConnection
  readonly #queue: SessionQueue
  readonly #kind: Connected

  constructor(database: EmbeddedDatabase, queue: SessionQueue, kind: Connected) {
    this.#queue = queue
    this.#kind = kind
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const began = performance.now()
        const { rows, affectedRows } = await database.query<R>(sql, [...parameters])
        queue.count(sql, performance.now() - began, Math.max(rows.length, affectedRows ?? 0))
        return { rows, ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) }
      },
      // biome-ignore lint/correctness/useYield: it has to be a generator
      async *streamQuery() {
        throw new Error('The embedded database does not stream.')
      },
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.acquire(this.#kind)
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#queue.release()
  }

  beginTransaction = (connection: DatabaseConnection) => run(connection, 'begin')
  commitTransaction = (connection: DatabaseConnection) => run(connection, 'commit')
  rollbackTransaction = (connection: DatabaseConnection) => run(connection, 'rollback')
  async destroy(): Promise<void> {}
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(statement))
}
