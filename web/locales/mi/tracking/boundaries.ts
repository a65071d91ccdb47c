import type { boundaryTexts as english } from '../../en/tracking/boundaries.ts'
import type { Translation } from '../../translation.ts'

/** Boundaries: choosing from a file, and simplifying. */
export const boundaryTexts = {
  import: {
    title: 'Ngā rohe kei roto i {{file}}',
    text: 'Ka waihangatia he rohe mō ia wāhi kua tohua e koe.',
    map: 'Te mahere o ngā wāhi o te kōnae',
    list: 'Ngā wāhi o te kōnae',
    search: 'Rapua he wāhi',
    all: 'Tīpakohia te katoa ({{selected}} o {{count}})',
    nth: 'Wāhi {{number}}',
    nameOf: 'Te ingoa o {{name}}',
    marks: {
      exists: 'Kei te whakamahia kētia tēnei ingoa e tētahi rohe.',
      repeated: 'He ōrite te ingoa o tētahi wāhi i runga ake.',
      unnamed: 'Tuhia he ingoa.',
    },
    rules: 'Ka mau tonu te ture kei roto i te kōnae.',
    create_one: 'Waihangatia te rohe kotahi',
    create_other: 'Waihangatia ngā rohe e {{count}}',
    created_one: 'Kua waihangatia te rohe kotahi.',
    created_other: 'Kua waihangatia ngā rohe e {{count}}.',
    done: 'Kua waihangatia:',
    asOne: 'Whakamahia te katoa hei rohe kotahi',
    failed: 'Kāore i taea te tūmau. Whakamātauria anō: kāore e tāruatia.',
  },
  rehearsal: {
    title: 'He aha ngā whakatūpato ka puta?',
    text: 'Ka whakawāhia ngā pūrongo a ngā pūrere aroturuki i ngā rā {{count}} kua hipa e te rohe e tuhia ana i konei. Kāore he mea e rokirokitia, kāore he tangata e whakamōhiotia.',
    run: 'Whakamātau',
    again: 'Whakamātau anō',
    stop: 'Whakamutua',
    progress:
      '{{trackers, number}} o ngā pūrere aroturuki {{of, number}}, {{alerts, number}} ngā whakatūpato tae noa mai',
    nothing: 'Kāore he pūrongo a ōna pūrere aroturuki i tēnei wā: kāore he mea hei whakawā.',
    none: 'Kāore he whakatūpato: {{reports, number}} ngā pūrongo a ngā pūrere aroturuki {{of, number}}, i noho tika katoa.',
    found_one: '{{count, number}} whakatūpato, nā ngā pūrere aroturuki {{trackers, number}} o te {{of, number}}.',
    found_other: '{{count, number}} ngā whakatūpato, nā ngā pūrere aroturuki {{trackers, number}} o te {{of, number}}.',
    shortened_one:
      'He nui ake ngā pūrongo a te pūrere aroturuki {{count}} i te mea ka whakawāhia: ko ngā mea tuatahi anake.',
    shortened_other:
      'He nui ake ngā pūrongo a ngā pūrere aroturuki {{count}} i te mea ka whakawāhia: ko ngā mea tuatahi anake.',
    byDay: 'Ngā whakatūpato i ia rā',
    left_boundary: 'i wehe {{time}}',
    entered_boundary: 'i tomo {{time}}',
    more: '{{count, number}} atu anō',
  },
  simplify: {
    large: 'He maha rawa ngā koki',
    text: 'E {{count, number}} ngā koki o te wāhi; kia {{limit, number}} te nui rawa mō tō rohe.',
    offer: 'Whakamāmātia kia {{count, number}} ngā koki (kaua e nui ake i te {{error}} te rerekē)',
    button: 'Whakamāmātia kia {{count, number}} ngā koki',
    done: 'Kua whakamāmātia kia {{count, number}} ngā koki, kaua e nui ake i te {{error}} te rerekē.',
  },
} satisfies Translation<typeof english>
