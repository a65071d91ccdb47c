/** The guard of a parked tracker. */
export const guardTexts = {
  guard: {
    title: 'Kaitiaki tūnga waka',
    armed: {
      person: 'I whakakāngia i {{time}}',
      ignition: 'I whakakāngia i {{time}}, i te wetonga o te mura',
      schedule: 'I whakakāngia i {{time}}, mō ōna hāora',
    },
    within: 'i roto i te {{distance}}',
    waits: 'mai i tōna tūnga tuatahi',
    left: 'Kua wehe i tōna tūnga waka.',
    off: 'Kua weto',
    set: {
      both: 'Kua weto; ka kā mā te mura me ōna hāora',
      ignition: 'Kua weto; ka kā mā te mura',
      schedule: 'Kua weto; ka kā i ōna hāora',
    },
    arm: 'Whakakāngia',
    disarm: 'Whakawetongia',
    willGuard: 'Ka whakatūpatotia koe ina wehe a {{tracker}} i tōna tūnga.',
    disarmed: 'Kāore a {{tracker}} i te tiakina.',
    settings: 'Ngā tautuhinga o te kaitiaki tūnga waka',
    text: 'I a ia e kā ana, ka puta he whakatūpato ina wehe te pūrere i tōna tūnga waka: kia rua ngā tūnga whai i waho i te 75 mita, i te rua whakareatanga rānei o te tōtika mēnā he nui ake.',
    onIgnition: 'Whakakāngia ina weto te mura',
    onIgnitionText: 'Kia kā anō rā anō te mura. Mō ngā pūrere e pūrongo ana i te mura.',
    inHours: 'Whakakāngia i ētahi hāora',
    save: 'Tiakina',
    saved: 'Kua tiakina te kaitiaki tūnga waka.',
    armEach: 'Whakakāngia te kaitiaki tūnga waka',
    disarmEach: 'Whakawetohia te kaitiaki tūnga waka',
  },
} as const
