import type { provider as english } from '../../en/billing/provider.ts'
import type { Translation } from '../../translation.ts'

/** Connections to accounting and payment providers. */
export const provider = {
  conflicts: 'Hei whakatau',
  conflictsText:
    'Ngā nama kāore i te ōrite ki a Xero. Whakatikahia i konei, i reira rānei, ka whakataurite anō; tuhia ngā utu kei a Xero; waiho rānei ki rahaki.',
  record: 'Tuhia ngā utu a Xero',
  readNow: 'Whakatauritea anō',
  readAgain: 'Kua whakatauritea.',
  agrees: 'Kua ōrite ngā pukapuka e rua.',
  stillDiffers: 'Kua tuhia ngā mea i taea. He rerekētanga tonu.',
  setAside: 'Waiho ki rahaki',
  setAsideDone: 'Kua waiho ki rahaki kia puta rā anō he rerekētanga hou.',
} satisfies Translation<typeof english>
