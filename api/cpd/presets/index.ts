import type { Preset } from '../engine/types.ts'
import { acem, acrrm, anzca, racgp, racs, rcpa } from './au/colleges.ts'
import { medicalBoard, medicalBoardWithCape } from './au/medical_board.ts'
import { cpa, ipa, ipa2018, nmba } from './au/others.ts'
import { inpractice, mcnz, rnzcgp, rnzcgp120, rnzcgp150 } from './nz/medical.ts'
import { cpeng, nursing, physio } from './nz/others.ts'
import { rnzcuc, rnzcuc2020 } from './nz/urgent_care.ts'
import { caAnz, hkicpa } from './others/accountants.ts'
import { rcpi, ukColleges, ukNmc, ukPathologists } from './others/europe.ts'
import { abim, rcpsc } from './others/north_america.ts'

/** Every standard that is delivered, current and superseded versions, in the order in which they are offered. */
export const presets: readonly Preset[] = [
  medicalBoard,
  medicalBoardWithCape,
  racgp,
  acrrm,
  acem,
  racs,
  rcpa,
  anzca,
  nmba,
  cpa,
  ipa,
  ipa2018,
  mcnz,
  inpractice,
  rnzcgp,
  rnzcgp120,
  rnzcgp150,
  rnzcuc,
  rnzcuc2020,
  nursing,
  physio,
  cpeng,
  ukColleges,
  ukPathologists,
  ukNmc,
  rcpi,
  rcpsc,
  abim,
  caAnz,
  hkicpa,
]

/** A preset by its code, in the version named or the current one. */
export function presetOf(code: string, version?: string): Preset | undefined {
  return presets.find((preset) => preset.code === code && (version ? preset.version === version : !preset.superseded))
}
