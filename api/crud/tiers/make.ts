import { sql } from 'kysely'
import { limitReads, PAGE, statementsOf, withoutKey } from '../lists.ts'
import { type Order, orderOf } from '../order.ts'
import { COUNTED } from '../pages/totals.ts'
import { conditions, isRow, select } from '../query.ts'
import type { Archived, ListRequest, Total } from '../resource.ts'
import { compare, cursorAfter, keyOf, merge, rangeOf } from './keys.ts'
import { limitCount, limitFiles } from './limits.ts'
import type { ArchivedRow, Files, Key, KeyRange, Source } from './source.ts'

/**
 * Reads lists and single rows from the table and from files. The table is read first, and the files are found after it:
 * a row that moves in between is in both, and taken once. PostgreSQL selects the rows of files as those of the table,
 * by the same columns and conditions, so the answers are the same before and after rows have moved.
 */
export function makeArchived(source: Source): Archived {
  return {
    page: (request, stored, size) => readPage(source, request, stored, size),
    stream: (request) => streamRows(source, request),
    count: (request, countStored) => countRows(source, request, countStored),
    one: (db, resource, viewer, id) => readOne(source, { db, resource, viewer, query: {} }, id),
  }
}

async function readPage(source: Source, request: ListRequest, first: Row[], size: number): Promise<Row[]> {
  const order = orderFor(request)
  const range = rangeOf(order, request, lastOf(order, first, size))
  const files = await source.find(request, range)
  if (!files) return first
  const stored = files.has_changes ? await readAgain(request, order, first, size) : first
  const { offset = 0 } = request.query
  if (offset > 0) {
    const after = await keyAt(files, request, order, offset, { ...range, until: null })
    if (!after) return []
    const query = { ...request.query, offset: 0, after: cursorAfter(order, after) }
    const rest = { ...request, query }
    return readPage(source, rest, await readStored(rest, size), size)
  }
  const last = lastOf(order, stored, size)
  const archived = await limitFiles(userOf(request), (signal) =>
    collect(renderAll(source, request, order, files.rows(range, size, signal)), size, (row) =>
      isBehind(order, row, last),
    ),
  )
  return merge(order, keyed(order, stored), archived, size).map(({ row }) => row)
}

/**
 * A changed row, which the files leave out, may have come to the table since it was read: it is read again. A row that
 * has left it for the files since then is kept from the first reading.
 */
async function readAgain(request: ListRequest, order: Order, first: Row[], size: number): Promise<Row[]> {
  return merge(order, keyed(order, await readStored(request, size)), keyed(order, first), size).map(({ row }) => row)
}

/** The key of the last row of a full page. */
const lastOf = (order: Order, rows: Row[], size: number) => (rows.length < size ? null : keyOf(order, rows.at(-1)!))

/**
 * The key of the last row that an offset skips, in both tiers; null if there are fewer rows. Only keys are read, and
 * the page then begins behind it.
 */
async function keyAt(files: Files, request: ListRequest, order: Order, offset: number, range: KeyRange) {
  const { db, resource, viewer, query } = request
  const { page } = statementsOf(db, resource, viewer, { ...query, limit: offset, offset: 0 })
  const statement = page
    .clearSelect()
    .select(sql`${order.id}`.as('id'))
    .$if(!order.is_id, (keys) => keys.select(order.by.as('sort_key')))
  const stored = keyed(order, await limitReads(viewer, () => statement.limit(offset).execute()))
  const last = stored.length < offset ? null : stored.at(-1)!.at
  const archived = await limitFiles(userOf(request), (signal) =>
    collect(files.keys(range, offset, signal), offset, (row) => isBehind(order, row, last)),
  )
  return merge(order, stored, archived, offset)[offset - 1]?.at ?? null
}

const isBehind = (order: Order, { at }: { at: Key }, last: Key | null) => last !== null && compare(order, at, last) > 0

/** All rows in keyset pages of the table, beside one pass over the files. */
async function* streamRows(source: Source, request: ListRequest): AsyncGenerator<Row> {
  const order = orderFor(request)
  let { after, offset = 0 } = request.query
  let scan: Scan | undefined
  try {
    for (let left = request.query.limit ?? Number.MAX_SAFE_INTEGER; left > 0; ) {
      const size = Math.min(PAGE, left)
      const rest = { ...request, query: { ...request.query, after, offset, limit: size } }
      let stored = await readStored(rest, size)
      let rows: Keyed[]
      if (offset > 0) {
        rows = keyed(order, await readPage(source, rest, stored, size))
      } else {
        // Rows may have moved into files since the last page: then those files are read, from here on.
        const version = await source.version(request)
        if (version !== scan?.version) {
          await scan?.end()
          const files = await source.find(request, rangeOf(order, rest))
          if (files?.has_changes) stored = await readAgain(rest, order, stored, size)
          scan = new Scan(source, rest, order, version, files)
        }
        await scan?.fill(size, lastOf(order, stored, size))
        rows = merge(order, keyed(order, stored), scan?.rows ?? [], size)
        if (rows.length > 0) scan?.drop(rows.at(-1)!.at)
      }
      yield* rows.map(({ row }) => withoutKey(row))
      if (rows.length < size) return
      after = cursorAfter(order, rows.at(-1)!.at)
      offset = 0
      left -= size
    }
  } finally {
    await scan?.end()
  }
}

/** One pass over files in the order of a list, from a cursor on. */
class Scan {
  readonly version: number
  /** Rows that are read and not yet passed. */
  rows: Keyed[] = []
  #request: ListRequest
  #order: Order
  #batches: AsyncGenerator<Keyed[]> | undefined
  #stop = new AbortController()

  constructor(source: Source, request: ListRequest, order: Order, version: number, files: Files | null) {
    this.version = version
    this.#request = request
    this.#order = order
    const archived = files?.rows(rangeOf(order, request), Number.MAX_SAFE_INTEGER, this.#stop.signal)
    this.#batches = archived && renderAll(source, request, order, archived)
  }

  /** Reads on until there are `size` rows, or one behind `until`. */
  async fill(size: number, until: Key | null): Promise<void> {
    const isFilled = () =>
      !this.#batches ||
      this.rows.length >= size ||
      (this.rows.length > 0 && isBehind(this.#order, this.rows.at(-1)!, until))
    if (isFilled()) return
    await limitFiles(userOf(this.#request), async (signal) => {
      const abort = () => this.#stop.abort(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        while (!isFilled()) {
          const { done, value } = await this.#batches!.next()
          if (done) this.#batches = undefined
          else for (const row of value) this.rows.push(row)
        }
      } finally {
        signal.removeEventListener('abort', abort)
      }
    })
  }

  /** Removes the rows up to a key. */
  drop(passed: Key): void {
    const first = this.rows.findIndex(({ at }) => compare(this.#order, at, passed) > 0)
    this.rows = first < 0 ? [] : this.rows.slice(first)
  }

  async end(): Promise<void> {
    await this.#batches?.return(undefined)
  }
}

async function countRows(source: Source, request: ListRequest, countStored: () => Promise<Total>): Promise<Total> {
  const whole: KeyRange = { ...rangeOf(orderFor(request), request), after: null, until: null }
  for (let attempts = 3; ; attempts--) {
    const version = await source.version(request)
    const stored = await countStored()
    if (version === 0) return stored
    const files = await source.find(request, whole)
    if (!files) return stored
    // A row that moved between the two counts would be counted twice.
    if (files.version !== version && attempts > 1) continue
    if (stored.estimated) return { total: stored.total + files.estimate, estimated: true }
    const archived = await limitCount(userOf(request), (signal) => files.count(COUNTED + 1, signal))
    if (archived !== null && archived <= COUNTED) return { total: stored.total + archived, estimated: false }
    return { total: stored.total + Math.max(archived ?? 0, files.estimate), estimated: true }
  }
}

async function readOne(source: Source, request: ListRequest, id: number): Promise<Row | undefined> {
  const { db, resource, viewer } = request
  const files = await source.findOne(request, id)
  if (!files) return undefined
  const range: KeyRange = { by: 'id', descending: false, after: null, until: null }
  const [archived] = await limitFiles(userOf(request), (signal) => collect(files.rows(range, 1, signal), 1))
  // A changed row may have come to the table since that was read.
  if (!archived && !files.has_changes) return undefined
  return select(db, resource, viewer, archived && sql`(${source.asTable([archived])})`)
    .where(isRow(resource, id))
    .where(resource.reads(viewer))
    .executeTakeFirst()
}

/** Selects archived rows as rows of the table: what the viewer may not read, or a filter excludes, is left out. */
async function* renderAll(
  source: Source,
  { db, resource, viewer, query }: ListRequest,
  order: Order,
  batches: AsyncGenerator<ArchivedRow[]>,
): AsyncGenerator<Keyed[]> {
  // The result of `finds` covers the table, not the files.
  const { finds: _, ...plain } = resource
  const where = conditions(plain, viewer, query)
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const statement = select(db, resource, viewer, sql`(${source.asTable(batch)})`)
      .where(where)
      .$if(!order.is_id, (rows) => rows.select(order.by.as('sort_key')))
      .orderBy(order.by, order.descending ? 'desc' : 'asc')
      .orderBy(order.id, order.descending ? 'desc' : 'asc')
    yield keyed(order, await limitReads(viewer, () => statement.execute()))
  }
}

async function collect<T>(batches: AsyncGenerator<T[]>, most: number, isEnough: (last: T) => boolean = () => false) {
  const collected: T[] = []
  for await (const batch of batches) {
    for (const row of batch) collected.push(row)
    if (collected.length >= most || (collected.length > 0 && isEnough(collected.at(-1)!))) break
  }
  return collected
}

function readStored({ db, resource, viewer, query }: ListRequest, size: number): Promise<Row[]> {
  const { page } = statementsOf(db, resource, viewer, { ...query, limit: size })
  return limitReads(viewer, () =>
    page
      .limit(size)
      .offset(query.offset ?? 0)
      .execute(),
  )
}

function orderFor({ resource, viewer, query }: ListRequest): Order {
  return orderOf(resource, viewer, query.sort ?? resource.sort_for?.(viewer, query) ?? resource.default_sort)
}

const userOf = ({ viewer }: ListRequest) => String(viewer.user_id)
const keyed = (order: Order, rows: Row[]): Keyed[] => rows.map((row) => ({ at: keyOf(order, row), row }))

type Row = Record<string, unknown>
type Keyed = { at: Key; row: Row }
