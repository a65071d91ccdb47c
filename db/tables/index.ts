import * as billing from './billing/index.ts'
import * as cpd from './cpd/index.ts'
import type { KyselyTable, Table } from './define_table.ts'
import * as files from './files/index.ts'
import * as messaging from './messaging/index.ts'
import * as organisations from './organisations/index.ts'
import * as people from './people/index.ts'
import * as site from './site/index.ts'
import * as tracking from './tracking/index.ts'

const declared = { ...billing, ...cpd, ...files, ...messaging, ...organisations, ...people, ...site, ...tracking }

/** Every table. A test holds them against the real database. */
export const tables = Object.values(declared)

/** By name, with what each declares of itself. */
export const tableOf: ReadonlyMap<string, Table> = new Map(tables.map((table) => [table.name, table]))

type Tables = { [T in (typeof tables)[number] as T['name']]: KyselyTable<T> }

/** The tables by name, as Kysely wants them. An interface, so that the compiler works it out once. */
export interface Database extends Tables {}
export type TableName = keyof Database
export * from './billing/index.ts'
export * from './cpd/index.ts'
export * from './files/index.ts'
export * from './messaging/index.ts'
export * from './organisations/index.ts'
export * from './people/index.ts'
export * from './site/index.ts'
export * from './tracking/index.ts'
