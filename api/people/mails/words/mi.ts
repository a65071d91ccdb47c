import type { AccountWords } from './account_words.ts'

/** Te reo Māori. */
export const mi: AccountWords = {
  register: {
    subject: 'Whakaūngia tō rēhitatanga',
    text: `Nau mai ki a Ringfence.

Whāia tēnei hono hei whakaū i tō wāhitau, hei whakaoti hoki i tō rēhitatanga. Kotahi noa te whakamahinga, mō te rā kotahi:

{{link}}

Mēnā ehara nāu te rēhitatanga, kāore he mahi māu.`,
  },

  unnamed: { organisation: 'tētahi whakahaere', inviter: 'tētahi kaiwhakahaere' },

  accountMade: {
    subject: 'Kua hangaia he pūkete mōu',
    text: `He pūkete mōu kei Ringfence, i hangaia e {{organisation}}. Whāia tēnei hono hei kōwhiri kupuhipa, hei huaki hoki i te
pūkete. Kotahi noa te whakamahinga, mō te rā kotahi:

{{link}}

Mēnā kāore koe e mōhio he aha tēnei, kāore he mahi māu.`,
  },

  registeredAlready: {
    subject: 'Kei a koe kē tētahi pūkete',
    text: `Kātahi anō tētahi tangata, ko koe pea, ka rēhita ki a Ringfence mā tēnei wāhitau. He pūkete kē tō tēnei wāhitau:
takiuru mai.

Mēnā kua wareware i a koe te kupuhipa, tonoa he kupuhipa hou i konei:

{{link}}`,
  },

  resetPassword: {
    subject: 'Tautuhia he kupuhipa hou',
    text: `Whāia tēnei hono hei tautuhi i tētahi kupuhipa hou. Kotahi noa te whakamahinga, mō te hāora kotahi:

{{link}}

Mēnā ehara nāu te tono, kāore he mahi māu: ka noho tonu tō kupuhipa.`,
  },

  passwordEnded: {
    subject: 'Kōwhiria he kupuhipa hou',
    text: `He mema koe o tētahi atu whakahaere i Ringfence ināianei. Nā tētahi kaiwhakahaere tō kupuhipa i tautuhi, nō reira
kāore e mahi ā muri ake nei. Whāia tēnei hono hei kōwhiri i tētahi e mōhiotia ana e koe anake. Kotahi noa te
whakamahinga, mō te hāora kotahi:

{{link}}

Ā muri atu, ka whiwhi koe i tētahi atu hono ina kī koe i te takiurunga kua wareware i a koe te kupuhipa.`,
  },

  choosePassword: {
    subject: 'Kōwhiria tō kupuhipa',
    text: `Whāia tēnei hono hei kōwhiri i te kupuhipa o tō pūkete i Ringfence. Mā tērā anō ka whakaūngia nāu tēnei wāhitau.
Kotahi noa te whakamahinga, mō te rā kotahi:

{{link}}

Mēnā ehara nāu te tono, kāore he mahi māu.`,
  },

  dateWaits: {
    subject: 'Kei te tatari tō pūkete',
    text: `Kua hangaia e tētahi whakahaere he pūkete mōu i Ringfence, ā, kāore anō koe kia huaki. Hei te {{day}} te rā whakamutunga
mō tētahi mea kei roto. Whāia tēnei hono hei kōwhiri kupuhipa, kia kite ai koe. Kotahi noa te whakamahinga, mō te rā kotahi:

{{link}}

Mēnā kāore koe i te mōhio ki taua pūkete, kāore he mahi māu.`,
  },

  passwordEndedUnproved: {
    subject: 'Kōwhiria he kupuhipa hou',
    text: `He mema koe o tētahi atu whakahaere i Ringfence ināianei. Nā tētahi kaiwhakahaere tō kupuhipa i tautuhi, nō reira
kāore e mahi ā muri ake nei. Whāia tēnei hono hei kōwhiri i tētahi e mōhiotia ana e koe anake. Mā tērā anō ka whakaūngia
nāu tēnei wāhitau. Kotahi noa te whakamahinga, mō te rā kotahi:

{{link}}

Ā muri atu, ka whiwhi koe i tētahi atu hono ina kī koe i te takiurunga kua wareware i a koe te kupuhipa.`,
  },

  passwordChanged: {
    subject: 'Kua huria tō kupuhipa',
    text: `Kātahi anō te kupuhipa o tō pūkete ka huria, ā, kua takiputa te hunga katoa i takiuru mā tērā.

Mēnā ehara nāu tērā, tautuhia he kupuhipa hou ināianei tonu:

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Kua whakakāngia te waehere takiuru',
    text: `Kātahi anō ka whakakāngia te waehere takiuru o tō pūkete: ā muri ake nei, me hoatu tētahi waehere o tētahi
taupānga whakamana ina takiuru koe, hei tāpiri ki te kupuhipa. Kāore ngā waehere whakaora o mua e mahi ā muri ake nei.

Mēnā ehara nāu tērā, tautuhia he kupuhipa hou ināianei tonu, ā, whakamōhiotia tō kaiwhakahaere:

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Kua whakawetohia te waehere takiuru',
    text: `Kātahi anō ka whakawetohia te waehere takiuru o tō pūkete: ā muri ake nei, ka takiuru koe mā te kupuhipa anake.

Mēnā ehara nāu tērā, tautuhia he kupuhipa hou ināianei tonu:

{{link}}`,
  },

  changeEmail: {
    subject: 'Whakaūngia tō wāhitau hou',
    text: `Whāia tēnei hono kia noho ko tēnei te wāhitau o tō pūkete. Kotahi noa te whakamahinga, mō te hāora kotahi:

{{link}}

Mēnā ehara nāu te tono, kāore he mahi māu.`,
  },

  emailChanged: {
    subject: 'Kua huria te wāhitau o tō pūkete',
    text: `He wāhitau īmēra hou tō tō pūkete i Ringfence. Ka tukuna ngā īmēra ki reira ā muri ake nei.

Mēnā ehara nāu tērā, whakamōhiotia tō kaiwhakahaere.`,
  },

  addressWaits: {
    subject: 'He wāhitau anō mō tō pūkete?',
    text: `Kua tono tētahi kia huria te wāhitau īmēra o tō pūkete i Ringfence. He mauhanga tūmataiti kei te pūkete, nō reira
ka tatari te huringa mō ngā rā e whitu.

Whāia tēnei hono hei whakaū ināianei tonu, hei aukati rānei:

{{link}}

Ki te kore koe e mahi i tētahi mea, ka huri te wāhitau i muri i ēnei rā e whitu.`,
  },

  proveWaiting: {
    subject: 'Whakaūngia tō wāhitau hou',
    text: `Ka noho tēnei hei wāhitau mō tētahi pūkete i Ringfence, ā ngā rā e whitu, i te wā rānei e whakaūngia ai e te
wāhitau o nāianei. Whāia tēnei hono i roto i ngā rā e whitu; ki te kore, kāore he mea e huri:

{{link}}

Mēnā kāore koe e mōhio he aha tēnei, kāore he mahi māu.`,
  },

  invited: {
    subject: 'Kua pōwhiritia koe',
    text: `Kua pōwhiritia koe e {{inviter}} kia uru ki {{organisation}} i Ringfence.

Whāia tēnei hono hei whakaae. Mēnā kāore ō pūkete, ka rēhita koe ki reira, kotahi anake te mahi. Kotahi noa te
whakamahinga, mō ngā wiki e rua:

{{link}}

Mēnā kāore koe e mōhio he aha tēnei, kāore he mahi māu.`,
  },
}
