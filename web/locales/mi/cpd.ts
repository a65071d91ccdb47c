import type { cpd as english } from '../en/cpd.ts'
import type { Translation } from '../translation.ts'

/** Continuing professional development. */
export const cpd = {
  activities: {
    title: 'Ngohe',
    'new': 'Ngohe hou',
    change: 'Panoni',
  },
  evidence: {
    upload: 'Tukuna ake he kōnae',
  },
} satisfies Translation<typeof english>
