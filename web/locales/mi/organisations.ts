import type { organisations as english } from '../en/organisations.ts'
import type { Translation } from '../translation.ts'

/** Organisations, their settings, data locks and the audit log. */
export const organisations = {
  fields: { organisationconfig: { webhook_url: 'Wāhitau webhook', webhook_secret: 'Kupu huna o te webhook' } },
  hints: {
    organisationconfig: {
      webhook_url: 'Ka tukuna ngā whakatūpato ki reira hei JSON, ka waitohua ki te kupu huna.',
      webhook_secret:
        'Ka hangaia ina tāurua he wāhitau, kotahi noa te whakaaturanga. Tāurua tētahi atu hei whakakapi; whakawāteatia mō tētahi hou.',
    },
  },
  organisation: {
    tabs: { website: 'Pae tukutuku' },
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
  quotas: {
    of: {
      message_drafts_of_person: 'Ngā karere hukihuki a te tangata kotahi',
      webhooks_per_hour: 'Ngā karanga webhook i tēnei hāora',
      webhooks_per_day: 'Ngā karanga webhook i tēnei rā',
      boundary_vertices: 'Ngā koki o tētahi rohe',
      boundary_vertices_of_person: 'Ngā koki o te rohe o te tangata kotahi',
    },
  },
} satisfies Translation<typeof english>
