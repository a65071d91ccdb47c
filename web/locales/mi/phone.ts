import type { phone as english } from '../en_phone.ts'
import type { Words } from './words.ts'

/** Sharing the position of this browser. */
export const phone = {
  label: 'Tō tauwāhi',
  share: 'Tohaina taku tauwāhi',
  hint: 'Ka kite a {{organisation}} kei hea koe i te wā e tuwhera ana tēnei whārangi.',
  others: 'Kāore e taea te toha tauwāhi i a koe e mahi ana hei tangata kē.',
  connecting: 'E hono ana …',
  live: 'Ka tohaina ia {{count}} hēkona',
  sending_one: '{{count}} te tauwāhi e tukuna ana',
  sending_other: '{{count}} ngā tauwāhi e tukuna ana',
  lost_zero: 'Kāore he hononga. Ka puritia ngā tauwāhi i konei kia hono anō rā anō.',
  lost_one: 'Kāore he hononga. {{count}} te tauwāhi e puritia ana i konei kia hono anō rā anō.',
  lost_other: 'Kāore he hononga. {{count}} ngā tauwāhi e puritia ana i konei kia hono anō rā anō.',
  dropped_one: 'Kāore he wāhi mō te tauwāhi tawhito rawa.',
  dropped_other: 'Kāore he wāhi mō ngā tauwāhi tawhito rawa e {{count}}.',
  elsewhere: 'Kei te mahia e tētahi atu ripa o tēnei pūtirotiro.',
  blind: 'Kāore he mea e tukuna ana: kāore tēnei pūtirotiro e kī mai kei hea ia.',
  still: 'Kāore he mea e tukuna ana i a koe e noho tū ana.',
  off: 'Kāore he mea e tukuna ana: he 0 te wā o tō pūrere aroturuki.',
  awake: 'Waiho tēnei whārangi kia tuwhera. Ka kā tonu te mata.',
  inside: 'Kei roto koe i {{boundary}}',
  insideAny: 'Kei roto koe i tō rohe',
  outside: 'Kei waho koe i tō rohe',
  free: 'Kāore he rohe e hāngai ana ki a koe',
  ended: {
    storage:
      'Kāore tēnei pūtirotiro e pupuri mea mō tēnei whārangi, pērā i ētahi matapihi tūmataiti. Whakamahia he matapihi noa.',
    tracker:
      'Kua mukua, kua whakawetoa rānei tō pūrere aroturuki. Pātai ki tētahi kaiwhakahaere, toha anō rānei kia hou ai.',
    member: 'Ehara koe i te mema o tēnei whakahaere ināianei.',
    other: 'Kua mutu te toha: {{reason}}.',
  },
  trouble: {
    insecure:
      'Ka kī noa ngā pūtirotiro i tētahi tauwāhi ki ngā whārangi https. Whakatuwheratia tēnei whārangi mā te wāhitau ka pērā te tīmata.',
    unsupported: 'Kāore e taea e tēnei pūtirotiro te kī kei hea ia. Whakamātauria tētahi atu.',
    denied: 'Kāore tēnei whārangi e whakaaetia kia mōhio ki tō tauwāhi.',
    unavailable:
      'Kāore tō tauwāhi e mōhiotia ana. Whakakāngia te tauwāhi i tēnei pūrere, haere rānei ki te wāhi e kitea ana te rangi.',
    timeout: 'Kāore anō tō tauwāhi kia mōhiotia. Haere ki te wāhi e kitea ana te rangi, whakakāngia rānei te Wi-Fi.',
  },
  allow: {
    browser: 'Whakaaetia mā te tohu i te taha o te wāhitau, ka whakamātau anō.',
    app: 'Whakaaetia te Location mō {{host}} i ngā tautuhinga o tō pūtirotiro, i raro i Site settings, ka whakamātau anō.',
    apple:
      'Whakaaetia i Settings, Privacy & Security, Location Services, Safari Websites, mā te tohu hoki i te taha o te wāhitau, ka whakamātau anō.',
  },
  retry: 'Whakamātauria anō',
} satisfies Words<typeof english>
