import { join } from 'node:path'
import { Histogram } from './load/histogram.ts'

/** A package of 70 MB, of which the rest needs nothing: it is measured where it was installed by hand. */
const PACKAGE = '@duckdb/node-api'
export const HOW = `npm install --no-save ${PACKAGE}`

/** DuckDB on the files of the history in `data_dir`, in this process, or null where it is not installed. */
export async function openDuckDb(data_dir: string): Promise<DuckDb | null> {
  // A name that types do not follow: the package is not among the dependencies.
  const name: string = PACKAGE
  const duckdb = (await import(name).catch(() => null)) as Api | null
  if (!duckdb) return null
  const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect()
  const files = join(data_dir, 'history', 'organisation=*', 'day=*', '*.parquet')
  await connection.run(`create view events as select * from read_parquet('${files}', hive_partitioning = true)`)
  return {
    async measure(times, sql) {
      const rows = async () => (await connection.runAndReadAll(sql())).currentRowCount
      if ((await rows()) === 0) throw new Error(`DuckDB finds nothing for: ${sql()}`)
      const histogram = new Histogram()
      for (let i = 0; i < times; i++) {
        const began = performance.now()
        await rows()
        histogram.add(performance.now() - began)
      }
      return { p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) }
    },
    close: () => connection.closeSync(),
  }
}

/** DuckDB 1.5 does not read the encoding of the digests, which are integers. */
export const COLUMNS = '* exclude (digest)'

/** Stays within 250 metres of a place: an hour without a report there ends one. */
export const visitsNear = (lon: number, lat: number, from_ms: number, to_ms: number) => `
  with near as (
    select tracker_id, fix_at from events
    where ${during(from_ms, to_ms)} and valid
      and latitude between ${lat - 0.00226} and ${lat + 0.00226}
      and longitude between ${lon} - 0.00226 / cos(radians(${lat})) and ${lon} + 0.00226 / cos(radians(${lat}))
      and 12742000 * asin(sqrt(pow(sin(radians(latitude - ${lat}) / 2), 2)
        + cos(radians(latitude)) * cos(radians(${lat})) * pow(sin(radians(longitude - ${lon}) / 2), 2))) <= 250
  ), begun as (
    select *, coalesce(fix_at - lag(fix_at) over trackers > interval 1 hour, true) as begins from near
    window trackers as (partition by tracker_id order by fix_at)
  ), numbered as (
    select *, sum(begins::int) over (partition by tracker_id order by fix_at rows unbounded preceding) as visit
    from begun
  )
  select tracker_id, min(fix_at) as began, max(fix_at) as ended from numbered group by tracker_id, visit`

/** Days are folders: without them each file is opened. */
export const during = (from_ms: number, to_ms: number) => {
  const [from, to] = [new Date(from_ms).toISOString(), new Date(to_ms).toISOString()]
  return `day between '${from.slice(0, 10)}' and '${to.slice(0, 10)}' and fix_at >= '${from}' and fix_at < '${to}'`
}

export type DuckDb = {
  /** @param sql makes each question; an answer without rows is an error */
  measure(times: number, sql: () => string): Promise<{ p50_ms: number; p99_ms: number }>
  close(): void
}

type Api = { DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> } }
type Connection = {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ currentRowCount: number }>
  closeSync(): void
}
