import type { organisations as english } from '../en/organisations.ts'
import type { Translation } from '../translation.ts'

/** Organisations, their settings, data locks and the audit log. */
export const organisations = {
  fields: {
    organisationconfig: { webhook_url: 'Wāhitau webhook', webhook_secret: 'Kupu huna o te webhook' },
    webhookendpoint: {
      name: 'Ingoa',
      url: 'Wāhitau',
      types: 'Ngā mea ka tukuna',
      group_ids: 'Ko ēnei rōpū anake (kōwhiringa)',
      active: 'Tūnga',
      delivered: 'Kua whakaaetia',
      waiting: 'E tatari ana',
      last_delivered_at: 'Te whakaaetanga whakamutunga',
      last_error: 'Te hapa whakamutunga',
    },
  },
  hints: {
    organisationconfig: {
      webhook_url: 'Ka tukuna ngā whakatūpato ki reira hei JSON, ka waitohua ki te kupu huna.',
      webhook_secret:
        'Ka hangaia ina tāurua he wāhitau, kotahi noa te whakaaturanga. Tāurua tētahi atu hei whakakapi; whakawāteatia mō tētahi hou.',
    },
  },
  organisation: {
    tabs: { website: 'Pae tukutuku', webhooks: 'Ngā webhook' },
    secret: 'Te kupu huna o te webhook',
    secretTitle: 'Te kupu huna o te webhook',
    secretText: 'Tāruatia ki te papatono ka taki i ngā waitohu. Ka whakaaturia i nāianei anake.',
    secretDone: 'Kua tāruatia e au',
  },
  website: {
    text: 'Ka kitea e ngā mema, me ngā manuhiri o tō pae ake: te manatārua, te pepeha, te ata, me ngā hono ki ō tikanga me tō tauākī tūmataiti. Ko ngā mea kāore i whakakīia, nā te pūnaha.',
    pages: 'Ō ake kōrero mō ēnei whārangi me ētahi atu:',
    pagesLink: 'Ngā kōrero o ngā whārangi',
  },
  webhooks: {
    title: 'Karangahia ō papatono ina puta tētahi mea',
    text: 'Ka tukuna ngā whakatūpato, ngā haerenga, ngā toronga me ngā whakautu ki ngā whakahau ki ō wāhitau hei JSON, kua waitohua ki Standard Webhooks. Ka tukuna anō mō te rā kotahi ngā mea kāore i whakaaetia.',
    none: 'Kāore anō he webhook.',
    'new': 'He webhook hou',
    create: 'Hangaia',
    edit: 'Whakarerekē',
    on: 'Whakakā',
    off: 'Whakaweto',
    isOn: 'Kā',
    isOff: 'Weto',
    failing: 'Kei te hapa',
    disabled: 'Kua whakawetohia: kāore i whakautu',
    groupsHint: 'O ēnei rōpū, me ērā kei raro. Ki te takoto kau: ngā pūaroturuki katoa.',
    types: {
      alert_raised: 'Kua puta he whakatūpato',
      alert_ended: 'Kua mutu he whakatūpato',
      trip_ended: 'Kua mutu he haerenga',
      visit_began: 'Kua tīmata he toronga ki tētahi rohe',
      visit_ended: 'Kua mutu he toronga ki tētahi rohe',
      command_answered: 'Kua whakautu he pūrere ki tētahi whakahau',
      command_failed: 'Kua hapa, kua pau rānei te wā o tētahi whakahau',
      test: 'Whakamātau',
    },
    secret: 'Whakakapia te kupu huna',
    secretAsk:
      'Mō te rā kotahi ka waitohua ngā karanga ki te kupu huna tawhito me te mea hou. Hoatu te mea hou ki tō papatono i mua i tērā.',
    made: 'Ko te kupu huna tēnei',
    madeText: 'Mā tēnei ka taki tō papatono i ngā waitohu. Ka whakaaturia i nāianei anake.',
    theSecret: 'te kupu huna',
    done: 'Kua oti',
    calls: 'Ngā karanga',
    callsOf: 'Ngā karanga o {{name}}',
    noCalls: 'Kāore he mea i tukuna i te marama kua hipa.',
    test: 'Tukuna he whakamātau',
    again: 'Tukuna anō',
    answered: 'Te whakautu: {{status}}',
    attempts_one: '{{count}} te whakamātautanga',
    attempts_other: '{{count}} ngā whakamātautanga',
    body: 'Te mea ka tukuna',
    states: { waiting: 'E tatari ana', delivered: 'Kua whakaaetia', failed: 'Kua whakarerea' },
  },
  quotas: {
    of: {
      message_drafts_of_person: 'Ngā karere hukihuki a te tangata kotahi',
      webhooks_per_hour: 'Ngā karanga webhook i tēnei hāora',
      webhooks_per_day: 'Ngā karanga webhook i tēnei rā',
      webhook_endpoints: 'Ngā webhook',
      boundary_vertices: 'Ngā koki o tētahi rohe',
      boundary_vertices_of_person: 'Ngā koki o te rohe o te tangata kotahi',
    },
  },
} satisfies Translation<typeof english>
