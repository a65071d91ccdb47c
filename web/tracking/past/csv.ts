import type { TFunction } from 'i18next'
import { saveFile } from '../../kit/ui/saveFile.ts'
import type { AreaVisit } from './useAreaVisits.ts'

/** Saves visits of an area as CSV, with the columns of the API. */
export async function saveVisits(t: TFunction, visits: readonly AreaVisit[]): Promise<void> {
  const { default: Papa } = await import('papaparse')
  const csv = Papa.unparse([...visits], { escapeFormulae: true })
  saveFile(new Blob([`\uFEFF${csv}`], { type: 'text/csv' }), `${t('tracking:past.file')}.csv`)
}
