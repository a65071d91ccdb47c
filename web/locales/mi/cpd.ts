import type { cpd as english } from '../en/cpd.ts'
import type { Translation } from '../translation.ts'

/** Continuing professional development. */
export const cpd = {
  cycles: { closing: 'E katia ana te huringa.', undo: 'Whakakorea te katinga' },
  audits: { title: 'Arotake', submit: 'Tukuna ō tuhinga', decide: 'Whakatau', appeal: 'Pīra' },
  cohorts: { title: 'Koke', all: 'Ngā tāngata katoa', counts: { people: 'Tāngata' } },
  certificates: {
    title: 'Ngā tiwhikete',
    one: 'Tiwhikete',
    check: 'Tirohia he tiwhikete',
    code: 'Waehere',
    doCheck: 'Tirohia',
    holds: 'E mana ana tēnei tiwhikete',
    withdrawn: 'Kua whakakorea',
    person: 'Ingoa',
    cycle: 'Huringa',
  },
  activities: { title: 'Ngohe', 'new': 'Ngohe hou', change: 'Panoni' },
  qualifications: { states: { unconfirmed: 'E tatari ana kia whakaūngia' }, confirm: 'Whakaūngia' },
  waivers: { one: 'Whakawātea' },
  registration: { from: 'Kua rēhita mai i te {{day}}.' },
  matrix: { write: 'Tuhi ki a rātou', send: 'Tukuna', states: { empty: 'Kāore he mea e tonoa ana' } },
  dashboard: { empty: 'Kāore he mea e tonoa ana.' },
  evidence: { upload: 'Tukuna ake he kōnae' },
} satisfies Translation<typeof english>
