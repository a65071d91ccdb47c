import type { people as english } from '../en/people.ts'
import type { Translation } from '../translation.ts'

/** Accounts, signing up, users, roles, sessions, invitations and preferences. */
export const people = {
  things: { user: 'kaiwhakamahi' },
  account: {
    email: 'Īmēra',
    name: 'Ingoa (kōwhiringa)',
    username: 'Ingoa kaiwhakamahi',
    newPassword: 'Kupuhipa hou',
    passwordRule:
      'Kia 8 ngā pūāhua, neke atu rānei, kia uaua te matapae: ko ētahi kupu kāore e hāngai ana tētahi ki tētahi he pai.',
    passwordConfirm: 'Te kupuhipa hou anō',
  },
  register: {
    title: 'Rēhita',
    text: 'Ka tukuna he hono ki tō wāhitau. Mā te whai i te hono ka kōwhiri koe i tētahi ingoa me tētahi kupuhipa.',
    submit: 'Tukuna te hono',
    terms:
      'E whakaae ana ahau ki <terms>ngā tikanga</terms>, kua pānui hoki ahau i <privacy>te tauākī tūmataiti</privacy>.',
    signIn: 'Kua rēhita kē? <signin>Takiuru</signin>',
  },
  registerToken: {
    title: 'Whakaotia tō rēhitatanga',
    text: 'Kua whakaūngia tō wāhitau, {{email}}. Kōwhiria te ingoa me te kupuhipa hei takiuru māu.',
    submit: 'Whakaoti',
    join: 'Hono atu ki {{name}} ({{role}})',
    added: 'Kua tāpirihia koe e rātou.',
    invited: 'Kua pōhiritia koe e rātou.',
    invitedBy: 'Nā {{inviter}} koe i pōhiri.',
    managed: 'Mā ō rātou kaiwhakahaere tō pūkete e whakahaere i te wā kāore koe i tētahi atu whakahaere.',
  },
  password: {
    resetTitle: 'Kupuhipa kua wareware',
    resetText: 'Tuhia te wāhitau o tō pūkete. Ka tukuna he hono hei kōwhiri māu i tētahi kupuhipa hou.',
    resetSubmit: 'Tukuna te hono',
    newTitle: 'Kōwhiria he kupuhipa hou',
    newText: 'Ka takiputaina koe i ngā wāhi katoa kua takiuru koe ināianei.',
    newSubmit: 'Tiakina te kupuhipa',
    givenTitle: 'Kōwhiria tāu ake kupuhipa',
    givenText:
      'Nā tētahi kaiwhakahaere tō kupuhipa i tautuhi. Kōwhiria tētahi e mōhiotia ana e koe anake, ka haere tonu ai.',
    given: 'Te kupuhipa i hoatu ki a koe',
  },
  mailSent: {
    title: 'Pānuitia tō īmēra',
    register:
      'Kei te haere atu he īmēra me te hono. Whāia te hono hei whakaoti i tō rēhitatanga. Ka mahi mō te rā kotahi.',
    password: 'Mēnā he pūkete tō tēnei wāhitau, kei te haere atu he īmēra me te hono. Ka mahi mō te hāora kotahi.',
    missing: 'Kāore anō kia tae i muri i ētahi meneti? Tirohia ngā īmēra parau, me te tika hoki o te wāhitau.',
    again: 'Whakamātauria tētahi atu wāhitau',
  },
  thanks: {
    registerTitle: 'Nau mai',
    register: 'Kua oti tō rēhitatanga. Ka taea e koe te takiuru ināianei.',
    passwordTitle: 'Kua huria te kupuhipa',
    password: 'Ko tō kupuhipa hou te mea tika ināianei. Takiuru mai mā tērā.',
  },
  badLink: {
    title: 'Kāore tēnei hono e mahi',
    text: 'Kua whakamahia kē pea, he tawhito rawa pea, kua tapahia rānei e tō pūmanawa īmēra.',
    register: 'Rēhita anō',
    password: 'Tonoa he hono hou',
  },
  signInLink: { title: 'Kei te takiuru', password: 'Takiuru mā te kupuhipa' },
  identities: {
    title: 'Te takiuru mā wāhi kē',
    text: 'Tūhonoa tētahi pūkete nō wāhi kē hei takiuru. Ka mahi tonu tō kupuhipa, ā, ka tonoa tonu te tohu tuarua.',
    connect: 'Tūhonoa a {{name}}',
    connectText: 'Ka takiuru koe ki {{name}} ināianei. I muri i tērā, ka huaki taua pūkete i tōu.',
    connected: 'Kua tūhonoa te pūkete.',
    disconnect: 'Wetekina',
    disconnectAsk_one: 'Ka wetekina? Ka mutu ngā wātū i tīmata mā tēnei.',
    disconnectAsk_other: 'Ka wetekina ēnei e {{count}}? Ka mutu ngā wātū i tīmata mā ēnei.',
    none: 'Kāore he mea i tūhonoa.',
    signingIn: 'Kei te takiuru',
    noAnswer: 'Ki konei koe whakahokia ai e te takiuru a tō whakahaere. Kāore he mahi māu i konei.',
    back: 'Hoki',
  },
  emailToken: {
    title: 'Whakaūngia tō wāhitau hou',
    text: 'Pēhia te pātene kia noho ko tēnei te wāhitau o tō pūkete.',
    submit: 'Whakaūngia te wāhitau',
    done: 'Kua huria te wāhitau.',
    go: 'Haere tonu',
  },
  emailWaiting: {
    title: 'He wāhitau anō mō tō pūkete?',
    text: 'Kua tono tētahi kia noho ko {{email}} te wāhitau o tō pūkete. Ki te kore koe e mahi i tētahi mea, ka huri {{time}}.',
    stop: 'Aukatia',
    agree: 'Hurihia ināianei',
  },
  remove: {
    title: 'Mukua te pūkete',
    text: 'Ka takiputa koe ināianei, kāore hoki koe e āhei ki te takiuru anō. I muri i ngā rā e 30 ka mukua rawatia ngā mea e pā ana ki a koe: ō taipitopito, ō mauhanga, āu tuhinga, me ngā karere ki a koe anake. Ka noho tonu ngā pūrere aroturuki me ētahi atu raraunga a tō whakahaere, me ngā nama e here ana te ture kia puritia.',
    password: 'Tō kupuhipa',
    submit: 'Mukua taku pūkete',
    agree: 'Mukua rawatia taku pūkete',
  },
  consequences: {
    alone: 'Kāore he kaiwhakahaere kē atu o {{name}}',
    members_one:
      'Ka noho tonu me ōna raraunga me tana mema kotahi, engari kāore he tangata hei whakahaere kia whakatauria rawatia tētahi e te kaiwhakahaere pūhara. He pai ake te mahi i mua.',
    members_other:
      'Ka noho tonu me ōna raraunga me ōna mema e {{count}}, engari kāore he tangata hei whakahaere kia whakatauria rawatia tētahi e te kaiwhakahaere pūhara. He pai ake te mahi i mua.',
    nobody:
      'Kāore ōna mema kē atu. Ka noho tonu ōna pūrere aroturuki me ō rātou tūnga mō ngā kaiwhakahaere pūhara anake: mukua i mua ngā mea kāore e tika kia noho.',
    phones: 'Ngā waea e tohaina ana e tēnei pūkete anake',
    erase: 'Mukua me ō rātou tūnga katoa, i muri i ngā rā e 30',
    keep: 'Waiho me ō rātou tūnga ki te whakahaere, kore te ingoa',
    more_one: 'me tētahi atu',
    more_other: 'me ētahi atu e {{count}}',
    failed: 'Kāore i taea te uta ngā mea e pāngia ana. Ka mukua ngā waea me ō rātou tūnga i muri i ngā rā e 30.',
  },
  user: {
    cpdRole: 'I te whanaketanga ngaio',
    cpdRoleText:
      'Ka mahi te āpiha i ngā mea katoa a ngā kaiwhakahaere i reira, hāunga ngā tautuhinga o te whakahaere; ka pānui te kaiarotake i ngā tuhinga a te hunga e arotakengia ana; ka pānui te komiti i ngā tatauranga anake.',
    cpdRoles: {
      none: 'Tā te tūranga e kī ai',
      officer: 'Āpiha whanaketanga ngaio',
      auditor: 'Kaiarotake',
      committee: 'Komiti',
    },
    removeText: 'Ka takiputa rātou, kāore hoki e āhei ki te takiuru anō. Ka noho tonu ngā raraunga a te whakahaere.',
    removeTitle: 'Mukua te pūkete o {{name}}',
    removeDialog:
      'Ka takiputa rātou, ā, ka taea te whakaora te pūkete mō ngā rā e 30. Kātahi ka mukua rawatia ngā mea e pā ana ki te tangata; ka noho tonu ngā pūrere aroturuki me ētahi atu raraunga a te whakahaere.',
    signIn: 'Wāhitau me te kupuhipa',
    private:
      'He mauhanga tūmataiti ā tēnei tangata. Nāna anake ngā mea e takiuru ai ia: ka taea e koe te tuku hono ki a ia.',
    sendLink: 'Tukua he hono',
    linkSent: 'Kei te haere atu he hono hei tautuhi i te kupuhipa.',
    newAddress: 'Wāhitau hou',
    newAddressText:
      'Ka pātaihia te wāhitau o nāianei. Ka whakaū, ka aukati rānei; ki te kore he whakautu, ka huri i muri i ngā rā e whitu, ina whakaūngia te wāhitau hou.',
    askAddress: 'Tonoa he wāhitau anō',
    addressAsked: 'Kua tae he īmēra ki ngā wāhitau e rua.',
    waiting: 'Ka noho ko {{email}} te wāhitau {{time}}, ki te kore e aukatia.',
  },
  invitation: {
    title: 'Pōwhiri',
    by: 'Kua pōwhiritia koe e {{inviter}} kia uru ki {{name}} hei {{role}}.',
    from: 'Kua pōwhiritia koe e {{name}} kia uru hei {{role}}.',
    joinText: 'Ko {{email}} te wāhitau o tō pūkete, hei takiuru māu ā muri ake nei.',
    name: 'Tō ingoa',
    join: 'Rēhita ka uru',
    have: 'He pūkete tāku',
    registered: 'He pūkete tō {{email}}. Takiuru mā tērā hei whakaae.',
    signIn: 'Takiuru ka whakaae',
    signInOnly: 'Takiuru',
    accept: 'Ka whakaae koe hei {{email}}.',
    forAnother: 'Mō {{email}} te pōwhiri. Kua takiuru koe hei {{own}}.',
    submit: 'Whakaae ki te pōwhiri',
    other: 'Whakamahia tētahi atu pūkete',
    ended: {
      invitation_accepted: {
        title: 'Kua whakaaetia kētia tēnei pōwhiri',
        text: 'Kotahi noa te whakamahinga o te pōwhiri. Takiuru mā te pūkete nāna i whakaae.',
      },
      invitation_withdrawn: {
        title: 'Kua whakakorea tēnei pōwhiri',
        text: 'Kua tangohia e te whakahaere. Ki te whakaaro koe he hapa, pātai ki te tangata nāna koe i pōwhiri.',
      },
      token_expired: {
        title: 'Kua pau te wā o tēnei pōwhiri',
        text: 'E rua wiki te roa o te pōwhiri. Tonoa he mea hou i te tangata nāna koe i pōwhiri.',
      },
    },
  },
  settings: {
    title: 'Tautuhinga',
    appearance: 'Āhua',
    theme: 'Kaupapa',
    light: 'Mārama',
    dark: 'Pōuri',
    auto: 'Kia rite ki te pūrere',
    unitsAndTimes: 'Waeine me ngā wā',
    units: 'Waeine',
    metric: 'Ngahuru (km/h, m)',
    imperial: 'Ingarangi (mph, ft)',
    nautical: 'Moana (kn, m)',
    timezone: 'Rohe wā',
    saved: 'Kua tiakina ngā tautuhinga.',
    failed: 'Kāore i taea te uta i ngā tautuhinga.',
  },
} satisfies Translation<typeof english>
