import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** Kysely dialect whose statements each go their own way, by `run`. It has no transactions. */
export function readingDialect(run: <R>(query: CompiledQuery) => Promise<QueryResult<R>>): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: run,
    // biome-ignore lint/correctness/useYield: it has to be a generator
    async *streamQuery() {
      throw new Error('Reads do not stream.')
    },
  }
  const refuse = async () => {
    throw new Error('Reads have no transactions: use the primary.')
  }
  const driver: Driver = {
    async init() {},
    acquireConnection: async () => connection,
    async releaseConnection() {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    async destroy() {},
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
