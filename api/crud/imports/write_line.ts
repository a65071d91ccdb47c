import { isDeepStrictEqual } from 'node:util'
import type { TProperties } from 'typebox'
import type { Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { createIn, read, updateIn } from '../crud.ts'
import { checkQuotas } from '../quotas.ts'
import { narrowTo, type Resource } from '../resource.ts'
import type { Viewer } from '../viewer.ts'
import { makeCheck, toBody } from './cells.ts'
import { unitOf } from './columns.ts'
import type { ImportKind, SpeedUnit, Wrote } from './kind.ts'
import type { TableLine } from './read_table.ts'

/** Writes lines of one kind, each in a transaction of its own. */
export class LineWriter {
  readonly #kind: ImportKind
  readonly #how: How
  /** The column of each cell, with the unit in its header. */
  readonly #cells: { name: string; at: number; unit: string | null }[]
  readonly #check: { create: (values: unknown) => void; update: ((values: unknown) => void) | null }
  /** Lines by their keys: each row is named once. */
  readonly #lines = new Map<string, number>()
  /** Of columns that need another one: what the first line says of each value of that. */
  readonly #said = new Map<string, { line: number; text: string }>()
  readonly #width: number
  /** What lines before would have created, by resource: there must be room for all. */
  readonly #planned = new Map<string, Set<string>>()
  /** Whether the line has changed a row that it names, such as its driver. */
  #changed_others = false

  constructor(kind: ImportKind, header: readonly string[], mapping: readonly (string | null)[], how: How) {
    this.#kind = kind
    this.#how = how
    this.#width = header.length
    const is_export = ['id', 'organisation_id', 'modified_at'].every((name) => header.includes(name))
    const unit = (name: string, at: number) =>
      unitOf(header[at] ?? '') ?? (is_export ? kind.columns[name]!.exported_in : null) ?? null
    this.#cells = mapping.flatMap((name, at) => (name === null ? [] : [{ name, at, unit: unit(name, at) }]))
    const { create, update } = kind.resource
    this.#check = { create: makeCheck(create!.body), update: update ? makeCheck(update.body) : null }
  }

  /** The texts of a line by column, without empty ones. @throws {AppError} where a line before has the same key */
  values({ number, cells, unread }: TableLine): Record<string, string> {
    const values: Record<string, string> = {}
    for (const { name, at } of this.#cells) {
      if (unread?.has(at)) throw wrong(name, unread.get(at)!)
      if (!cells[at]) continue
      if (ERROR.test(cells[at])) throw wrong(name, `${cells[at]} is an error of the spreadsheet, and no value.`)
      values[name] = cells[at]
    }
    // Often of a separator in a text without quotation marks, after which all cells are others.
    if (cells.slice(this.#width).some(Boolean)) {
      throw new AppError('bad_request', `There are ${cells.length} cells, but ${this.#width} columns in the header.`)
    }
    const missing = Object.entries(this.#kind.columns).find(([name, { required }]) => required && !values[name])
    if (missing) throw wrong(missing[0], 'is missing.')
    const alone = Object.entries(this.#kind.columns).find(
      ([name, { needs }]) => needs && values[name] && !values[needs],
    )
    if (alone) throw wrong(alone[0], `needs a ${alone[1].needs}.`)
    this.#checkSaidOnce(number, values)
    const key = this.#kind.same(values)
    const before = this.#lines.get(key)
    const repeats = this.#kind.whole?.repeats ?? false
    if (before !== undefined && before !== number && !repeats)
      throw wrong(this.#kind.key[0]!, `is in line ${before}, too.`)
    this.#lines.set(key, number)
    return values
  }

  /** What belongs to a row that several lines name, such as their driver, is the same in all. */
  #checkSaidOnce(number: number, values: Record<string, string>): void {
    for (const [name, { needs, spelled }] of Object.entries(this.#kind.columns)) {
      const [of, text] = [needs && values[needs], values[name]]
      if (!spelled || !of || text === undefined) continue
      const key = JSON.stringify([name, of.toLowerCase()])
      const before = this.#said.get(key)
      if (before && before.line !== number && before.text !== spelled(text))
        throw wrong(name, `line ${before.line} has another for ${of.slice(0, 60)}.`)
      if (!before) this.#said.set(key, { line: number, text: spelled(text) })
    }
  }

  /** Creates or updates the row of a line, in a transaction of `transact`. */
  async write(trx: Trx, values: Record<string, string>): Promise<Wrote> {
    const { resource, find, whole } = this.#kind
    const { viewer, organisation_id, updates, date_order, creates_missing } = this.#how
    if (whole?.write) {
      const writer = narrowTo(resource, viewer, 'write')
      return whole.write(trx, { viewer: writer, organisation_id, values, date_order, creates_missing })
    }
    this.#changed_others = false
    const body = await this.#bodyOf(trx, values)
    const id = await find?.(trx, { viewer, organisation_id, values, body })
    if (id === undefined) {
      Object.assign(body, this.#kind.given?.(trx))
      this.#check.create(body)
      const created = await createIn(trx, resource, viewer, { ...body, organisation_id })
      await this.#plan(trx, resource, this.#kind.same(values))
      return { is: 'created', id: created.id, before: null, shown_once: created.shown_once ?? null }
    }
    // Rows without an update, such as invitations, are there or not.
    if (id === null || !this.#check.update) return { is: 'same', id: id ?? 0, before: null, shown_once: null }
    if (!updates) throw wrong(this.#kind.key[0]!, 'is there already.')
    const row: Record<string, unknown> = await read(trx, resource, viewer, id)
    const known = Object.fromEntries(Object.entries(body).filter(([name]) => name in resource.update!.body.properties))
    // Also makes numbers of their texts, which are compared with those of the row.
    this.#check.update(known)
    const changes = Object.fromEntries(Object.entries(known).filter(([name, value]) => !isSame(row[name], value)))
    if (Object.keys(changes).length === 0) {
      return this.#changed_others
        ? { is: 'updated', id, before: {}, shown_once: null }
        : { is: 'same', id, before: null, shown_once: null }
    }
    await updateIn(trx, resource, viewer, { ...changes, id })
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, row[name] ?? null]))
    return { is: 'updated', id, before, shown_once: null }
  }

  /** The body of a request that would write the line. */
  async #bodyOf(trx: Trx, values: Record<string, string>): Promise<Record<string, unknown>> {
    const { columns, resource } = this.#kind
    const { viewer, organisation_id, speed_unit, date_order, creates_missing, updates } = this.#how
    const properties = resource.create!.body.properties as TProperties
    const body: Record<string, unknown> = {}
    for (const { name, unit } of this.#cells) {
      const text = values[name]
      const { field = name, parse, resolve } = columns[name]!
      if (text === undefined || field === null) continue
      if (resolve) {
        const create = creates_missing ? (of: Resource, row: object) => this.#create(trx, of, row) : null
        const update = updates ? (of: Resource, row: { id: number }) => this.#update(trx, of, row) : null
        const found = resolve(text, { trx, viewer, organisation_id, create, update, values })
        body[field] = await found.catch((error) => {
          // Of a row that the line names, such as the group above its group: the file has no such column.
          const is_other = error instanceof AppError && error.field && !Object.hasOwn(columns, error.field)
          throw is_other
            ? new AppError(error.code, error.message.replace(`${error.field}: `, `${name}: `), name)
            : error
        })
      } else if (parse) body[field] = parse(text, { unit, speed_unit })
      else Object.assign(body, toBody({ [field]: text }, properties, { date_order }))
    }
    return body
  }

  #update(trx: Trx, resource: Resource, row: { id: number }) {
    this.#changed_others = true
    return updateIn(trx, resource, this.#how.viewer, row)
  }

  async #create(trx: Trx, resource: Resource, row: object): Promise<number> {
    const { viewer, organisation_id } = this.#how
    const { id } = await createIn(trx, resource, viewer, { ...row, organisation_id })
    // Ids of rows that are rolled back are others for each line.
    await this.#plan(
      trx,
      resource,
      Object.values(row)
        .filter((value) => typeof value === 'string')
        .join(' '),
    )
    return id
  }

  /** Refuses a row for which there is no room after those that lines before will create. */
  async #plan(trx: Trx, resource: Resource, key: string): Promise<void> {
    const { viewer, organisation_id, dry_run, planned: before } = this.#how
    if (!dry_run || !resource.quota) return
    const planned = this.#planned.get(resource.name) ?? new Set()
    this.#planned.set(resource.name, planned)
    const of_parts_before = resource === this.#kind.resource ? before : 0
    const more = of_parts_before + planned.size - (planned.has(key) ? 1 : 0)
    if (more > 0) await checkQuotas(trx, viewer, resource.quota, organisation_id, more)
    planned.add(key)
  }
}

/** What spreadsheet programs show where a formula fails, in several languages. */
const ERROR =
  /^#(N\/A|NV|N\/D|REF!|BEZUG!|VALUE!|WERT!|VALEUR!|VALOR!|NAME\?|NOM\?|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!)$/i

/** Numbers of the database are rounded. */
export const isSame = (before: unknown, value: unknown) =>
  typeof before === 'number' && typeof value === 'number'
    ? Math.abs(before - value) < 0.005
    : isDeepStrictEqual(before ?? null, value)

export type How = {
  viewer: Viewer
  organisation_id: number
  dry_run: boolean
  /** Whether rows that exist are updated. */
  updates: boolean
  /** Whether rows that lines name are created, such as groups. */
  creates_missing: boolean
  speed_unit: SpeedUnit
  date_order: 'dmy' | 'mdy'
  /** Rows that parts of a check before would create. */
  planned: number
}
