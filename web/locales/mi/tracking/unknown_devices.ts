import type { deviceTexts as english } from '../../en/tracking/devices.ts'
import type { Translation } from '../../translation.ts'

/** Devices that report, and are not registered. */
export const unknownDeviceTexts = {
  unknownDevices: {
    title: 'Ngā pūrere kāore e mōhiotia',
    text: 'He pūrere e pūrongo ana me te tau kāore anō kia rēhitatia, mā te kawa kāore i whakaaetia, mā te huarahi rānei kāore e taea te pānui. E kī ana ia pūrere he aha ia i whakakāhoretia ai, ā, me aha i muri; kōwhiria āu ake hei pūrere aroturuki.',
    noNumber: 'Kāore e taea te pānui',
    bytes: {
      show_one: '{{count}} paita',
      show_other: '{{count}} paita',
      title: 'Ngā paita whakamutunga i {{address}}',
      dump: 'Nekehanga, tekau mā ono me ngā pūāhua',
      readable: 'Ngā kawa ka taea te pānui: {{names}}.',
      port: 'Tohua te pūrere ki te tauranga o tētahi o ēnei.',
      none: 'Kāore he kawa ka taea te pānui i tēnei: tērā pea he kawa kē, he whakamuna, he wāhanga noa rānei o te karere.',
      replay: 'Tiakina ki te kōnae, ka tukuna anō e npm run replay -- --frames.',
      copy: 'Tāruatia hei tekau mā ono',
    },
    to: 'Whakahaere',
    adopt: 'Waihangatia he pūrere aroturuki i {{organisation}}',
    empty: 'Kua rēhitatia ngā pūrere katoa e pūrongo ana.',
    only: {
      unregistered: 'Kāo',
      not_allowed: 'Ehara mō tēnei kawa',
      registered: 'Āe',
      unreadable: 'Kāore e taea te pānui',
    },
    status: {
      unregistered: 'Kāo',
      not_allowed: 'Kua rēhitatia, engari ehara mō {{protocol}}: ka taea te whakaae i te whārangi o te pūrere',
      registered: 'Āe, mai i taua wā',
      unreadable: 'Kāore i taea tōna tau te pānui',
    },
    next: {
      unregistered: 'Nāu? Kōwhiria hei pūrere aroturuki.',
      not_allowed:
        'Whakaaetia {{protocol}} i te whārangi o tōna pūrere, tautuhia rānei te pūrere ki tērā e whakaaetia ana.',
      registered: 'Kāore he mahi. Ki te ngana anō, tirohia mēnā kei te whakamahia tōna pūrere aroturuki.',
      speaks: 'Kei te hē te tauranga. E kōrero ana i te {{names}}: tohua ki taua tauranga.',
      speaksAny:
        'Kei te hē te tauranga. E kōrero ana i te {{names}}: tohua ki taua tauranga, ki {{port}} rānei, ka whakaae ki ngā kawa katoa.',
      http: 'He pūtirotiro, he taupānga rānei e pūrongo ana mā HTTP: ka whakamahi ēnei i te wāhitau tukutuku o te tūmau.',
      mqtt: 'MQTT: tohua ki te tauranga {{port}}.',
      tls: 'Kua whakamunatia (TLS). Tautuhia TLS_CERT me TLS_KEY i te tūmau, whakawetohia rānei te whakamuna i te pūrere.',
      scan: 'Ehara i te pūrere: he hōtaka e kimi tūmau ana. Kāore he mahi.',
      nothing:
        'Kāore he kawa i konei ka pānui i ēnei paita. Kōwhiria he kawa kē i te pūrere, whakawetohia rānei te whakamuna.',
    },
  },
} satisfies Translation<Pick<typeof english, 'unknownDevices'>>
