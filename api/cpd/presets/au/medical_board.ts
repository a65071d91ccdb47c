import type { Preset } from '../../engine/types.ts'
import { common, numbered } from '../parts.ts'
import { boardCategories, boardLeave, boardNotes, boardRules, boardTags, capeNames, capeRule } from './parts.ts'

/** Medical Board of Australia, from 1 January 2023. */
export const medicalBoard: Preset = {
  ...common,
  code: 'au-mba-2023',
  version: '2023.1',
  ...boardLeave,
  name: 'Medical Board of Australia',
  authority: 'Medical Board of Australia',
  country: 'AU',
  source_url: 'https://www.medicalboard.gov.au/Registration-Standards.aspx',
  keep_years: 3,
  categories: boardCategories,
  rules: numbered(boardRules),
  tags: boardTags,
  notes: boardNotes,
}

/** The same with the four themes that all CPD homes require. */
export const medicalBoardWithCape: Preset = {
  ...medicalBoard,
  code: 'au-mba-cape',
  name: 'Medical Board of Australia with CAPE',
  source_url: 'https://www.surgeons.org/',
  rules: numbered([...boardRules, capeRule]),
  tags: [...boardTags, ...capeNames],
}
