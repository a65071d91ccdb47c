import type { Days } from '../money/reports.ts'
import type { Whose } from './books.ts'

/** What reports are made of. */
export const text = (name: string, title: string): Column => ({ name, title, is_money: false })
export const money = (name: string, title: string): Column => ({ name, title, is_money: true })

export type ReportScope = Whose & Days & { basis: 'invoice' | 'cash'; country: 'nz' | 'au'; rates: Map<string, string> }
export type Column = { name: string; title: string; is_money: boolean }
export type Line = Record<string, string | number | null>
export type Report = { title: string; columns: Column[]; rows: Line[]; total: Line | null; notes: string[] }
