import { type Language, languageCodes, languageOf } from '#messages/languages.ts'

/** The language of a person's letters: theirs, where the font of documents has its letters; else English. */
export const letterLanguage = (locale: string): LetterLanguage =>
  languageOf(
    locale,
    languageCodes.filter((code) => code !== 'ar'),
  ) as LetterLanguage

/** A day as letters of the language write it. */
export const letterDay = (language: LetterLanguage, day: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-NZ' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )

/** What letters about decisions say, besides the decision itself and its reasons. */
export const letterWords: Record<LetterLanguage, Words> = {
  en: {
    from: 'From',
    to: 'To',
    date: 'Date',
    until: '{{from}} to {{to}}',
    decision: 'Decision',
    appeal_decision: 'Decision on the appeal',
    first: 'The first decision was: {{words}}',
    disagree: 'If you do not agree',
    audit: {
      title: 'Outcome of the audit: {{cycle}}',
      records: 'Records of',
      activities: 'Activities',
      activity: 'Activity',
      verdict: 'Verdict',
      reason: 'Reason',
      accepted: 'Accepted',
      rejected: 'Not accepted',
      more_asked: 'More asked for',
      private: 'a private activity',
      untitled: 'An activity without a title',
      deleted: 'A deleted activity',
      appeal:
        'You may appeal within {{days}} days of the date of this letter, on the page of the audit. Your appeal is decided by another person where the organisation has one.',
    },
    waiver: {
      title: 'Decision on a waiver: {{cycle}}',
      asked: 'Asked for',
      granted: 'Granted',
      kinds: {
        leave: 'Leave',
        illness: 'Illness',
        part_time: 'Part-time work',
        exemption: 'Exemption',
        other: 'Other',
      },
      waived: '{{percent}} % waived',
      waived_of: '{{percent}} % waived of: {{titles}}',
      less: 'What is required of you is less by these months or their share, as the rules of your standard say.',
      appeal:
        'You may appeal once, within {{days}} days of the date of this letter, on the page of the waiver, before the cycle is closed. An administrator decides on your appeal: another one than before where there is one.',
    },
  },
  mi: {
    from: 'Nā',
    to: 'Ki',
    date: 'Te rā',
    until: '{{from}} ki {{to}}',
    decision: 'Te whakatau',
    appeal_decision: 'Te whakatau mō te pīra',
    first: 'Ko te whakatau tuatahi: {{words}}',
    disagree: 'Mēnā kāore koe i te whakaae',
    audit: {
      title: 'Te putanga o te arotake: {{cycle}}',
      records: 'Ngā pūrongo o',
      activities: 'Ngā mahi',
      activity: 'Te mahi',
      verdict: 'Te whakatau',
      reason: 'Te take',
      accepted: 'I whakaaetia',
      rejected: 'Kāore i whakaaetia',
      more_asked: 'He mea anō e hiahiatia ana',
      private: 'he mahi tūmataiti',
      untitled: 'He mahi kāore ōna taitara',
      deleted: 'He mahi kua mukua',
      appeal:
        'Ka taea e koe te pīra i roto i ngā rā e {{days}} mai i te rā o tēnei reta, i te whārangi o te arotake. Ka whakatauhia tō pīra e tangata kē mēnā kei te whakahaere tētahi.',
    },
    waiver: {
      title: 'Te whakatau mō tētahi whakawāteatanga: {{cycle}}',
      asked: 'I tonoa',
      granted: 'I whakaaetia',
      kinds: {
        leave: 'Wā whakamatuatanga',
        illness: 'Māuiui',
        part_time: 'Mahi harangotengote',
        exemption: 'Whakawāteatanga',
        other: 'Mea kē',
      },
      waived: '{{percent}} % kua whakawāteatia',
      waived_of: '{{percent}} % kua whakawāteatia o: {{titles}}',
      less: 'Ka iti iho ngā mea e hiahiatia ana i a koe i ēnei marama, i tō rātou wāhanga rānei, e ai ki ngā ture o tō paerewa.',
      appeal:
        'Kotahi te wā ka taea e koe te pīra, i roto i ngā rā e {{days}} mai i te rā o tēnei reta, i te whārangi o te whakawāteatanga, i mua i te katinga o te huringa. Ka whakatau tētahi kaiwhakahaere i tō pīra: he tangata kē mēnā kei reira tētahi.',
    },
  },
  de: {
    from: 'Von',
    to: 'An',
    date: 'Datum',
    until: '{{from}} bis {{to}}',
    decision: 'Entscheidung',
    appeal_decision: 'Entscheidung über den Widerspruch',
    first: 'Die erste Entscheidung lautete: {{words}}',
    disagree: 'Wenn Sie nicht einverstanden sind',
    audit: {
      title: 'Ergebnis der Prüfung: {{cycle}}',
      records: 'Nachweise vom',
      activities: 'Aktivitäten',
      activity: 'Aktivität',
      verdict: 'Urteil',
      reason: 'Grund',
      accepted: 'Anerkannt',
      rejected: 'Nicht anerkannt',
      more_asked: 'Weitere Belege verlangt',
      private: 'eine private Aktivität',
      untitled: 'Eine Aktivität ohne Titel',
      deleted: 'Eine gelöschte Aktivität',
      appeal:
        'Sie können innerhalb von {{days}} Tagen ab dem Datum dieses Schreibens auf der Seite der Prüfung Widerspruch einlegen. Über den Widerspruch entscheidet eine andere Person, wenn die Organisation eine hat.',
    },
    waiver: {
      title: 'Entscheidung über eine Befreiung: {{cycle}}',
      asked: 'Beantragt',
      granted: 'Gewährt',
      kinds: {
        leave: 'Urlaub oder Elternzeit',
        illness: 'Krankheit',
        part_time: 'Teilzeitarbeit',
        exemption: 'Ausnahme',
        other: 'Anderes',
      },
      waived: '{{percent}} % erlassen',
      waived_of: '{{percent}} % erlassen von: {{titles}}',
      less: 'Was von Ihnen verlangt wird, ist um diese Monate oder ihren Anteil geringer, wie die Regeln Ihres Standards sagen.',
      appeal:
        'Sie können einmal innerhalb von {{days}} Tagen ab dem Datum dieses Schreibens auf der Seite der Befreiung Widerspruch einlegen, bevor der Zyklus geschlossen wird. Die Administration entscheidet darüber: eine andere Person als zuvor, wenn es eine gibt.',
    },
  },
  fr: {
    from: 'De',
    to: 'À',
    date: 'Date',
    until: '{{from}} au {{to}}',
    decision: 'Décision',
    appeal_decision: 'Décision sur le recours',
    first: 'La première décision était : {{words}}',
    disagree: 'Si vous n’êtes pas d’accord',
    audit: {
      title: 'Résultat du contrôle : {{cycle}}',
      records: 'Dossiers du',
      activities: 'Activités',
      activity: 'Activité',
      verdict: 'Décision',
      reason: 'Motif',
      accepted: 'Acceptée',
      rejected: 'Non acceptée',
      more_asked: 'Compléments demandés',
      private: 'une activité privée',
      untitled: 'Une activité sans titre',
      deleted: 'Une activité supprimée',
      appeal:
        'Vous pouvez former un recours dans les {{days}} jours à compter de la date de cette lettre, sur la page du contrôle. Une autre personne en décide si l’organisation en a une.',
    },
    waiver: {
      title: 'Décision sur une dispense : {{cycle}}',
      asked: 'Demandé',
      granted: 'Accordé',
      kinds: { leave: 'Congé', illness: 'Maladie', part_time: 'Temps partiel', exemption: 'Exemption', other: 'Autre' },
      waived: 'dispense de {{percent}} %',
      waived_of: 'dispense de {{percent}} % de : {{titles}}',
      less: 'Ce qui est exigé de vous est réduit de ces mois ou de leur part, selon les règles de votre référentiel.',
      appeal:
        'Vous pouvez former un seul recours dans les {{days}} jours à compter de la date de cette lettre, sur la page de la dispense, avant la clôture du cycle. L’administration en décide : une autre personne que la première fois s’il y en a une.',
    },
  },
  es: {
    from: 'De',
    to: 'Para',
    date: 'Fecha',
    until: '{{from}} a {{to}}',
    decision: 'Decisión',
    appeal_decision: 'Decisión sobre el recurso',
    first: 'La primera decisión fue: {{words}}',
    disagree: 'Si no está de acuerdo',
    audit: {
      title: 'Resultado de la auditoría: {{cycle}}',
      records: 'Registros de',
      activities: 'Actividades',
      activity: 'Actividad',
      verdict: 'Decisión',
      reason: 'Motivo',
      accepted: 'Aceptada',
      rejected: 'No aceptada',
      more_asked: 'Se pide más',
      private: 'una actividad privada',
      untitled: 'Una actividad sin título',
      deleted: 'Una actividad eliminada',
      appeal:
        'Puede recurrir en un plazo de {{days}} días desde la fecha de esta carta, en la página de la auditoría. Del recurso decide otra persona si la organización la tiene.',
    },
    waiver: {
      title: 'Decisión sobre una exención: {{cycle}}',
      asked: 'Solicitado',
      granted: 'Concedido',
      kinds: {
        leave: 'Permiso',
        illness: 'Enfermedad',
        part_time: 'Trabajo a tiempo parcial',
        exemption: 'Exención',
        other: 'Otro',
      },
      waived: '{{percent}} % eximido',
      waived_of: '{{percent}} % eximido de: {{titles}}',
      less: 'Lo que se le exige se reduce en estos meses o en su parte, según las reglas de su norma.',
      appeal:
        'Puede recurrir una vez, en un plazo de {{days}} días desde la fecha de esta carta, en la página de la exención, antes del cierre del ciclo. Del recurso decide la administración: otra persona distinta de la anterior si la hay.',
    },
  },
  'pt-BR': {
    from: 'De',
    to: 'Para',
    date: 'Data',
    until: '{{from}} a {{to}}',
    decision: 'Decisão',
    appeal_decision: 'Decisão sobre o recurso',
    first: 'A primeira decisão foi: {{words}}',
    disagree: 'Se você não concorda',
    audit: {
      title: 'Resultado da auditoria: {{cycle}}',
      records: 'Registros de',
      activities: 'Atividades',
      activity: 'Atividade',
      verdict: 'Decisão',
      reason: 'Motivo',
      accepted: 'Aceita',
      rejected: 'Não aceita',
      more_asked: 'Pede-se mais',
      private: 'uma atividade privada',
      untitled: 'Uma atividade sem título',
      deleted: 'Uma atividade excluída',
      appeal:
        'Você pode recorrer em até {{days}} dias a partir da data desta carta, na página da auditoria. Outra pessoa decide sobre o recurso, se a organização tiver uma.',
    },
    waiver: {
      title: 'Decisão sobre uma dispensa: {{cycle}}',
      asked: 'Pedido',
      granted: 'Concedido',
      kinds: {
        leave: 'Licença',
        illness: 'Doença',
        part_time: 'Trabalho em tempo parcial',
        exemption: 'Isenção',
        other: 'Outro',
      },
      waived: '{{percent}} % dispensado',
      waived_of: '{{percent}} % dispensado de: {{titles}}',
      less: 'O que se exige de você diminui nesses meses ou na parte deles, conforme as regras da sua norma.',
      appeal:
        'Você pode recorrer uma vez, em até {{days}} dias a partir da data desta carta, na página da dispensa, antes do encerramento do ciclo. A administração decide sobre o recurso: outra pessoa que não a anterior, se houver.',
    },
  },
}

export type LetterLanguage = Exclude<Language, 'ar'>
type Words = Record<
  'from' | 'to' | 'date' | 'until' | 'decision' | 'appeal_decision' | 'first' | 'disagree',
  string
> & {
  audit: Record<
    | 'title'
    | 'records'
    | 'activities'
    | 'activity'
    | 'verdict'
    | 'reason'
    | 'accepted'
    | 'rejected'
    | 'more_asked'
    | 'private'
    | 'untitled'
    | 'deleted'
    | 'appeal',
    string
  >
  waiver: Record<'title' | 'asked' | 'granted' | 'waived' | 'waived_of' | 'less' | 'appeal', string> & {
    kinds: Record<'leave' | 'illness' | 'part_time' | 'exemption' | 'other', string>
  }
}
