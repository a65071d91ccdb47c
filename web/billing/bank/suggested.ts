import type { DataOf } from '#api/client.ts'

/** A line of the bank with what it may be for. */
export type Suggested = DataOf<'GET banklines/matches'>[number]
export type Part = Suggested['matches'][number]['parts'][number]
export type Choice = { ticked: boolean; parts: Part[] }
/** What the server found in a file. */
export type Checked = DataOf<'POST bankstatement/import'>
