import type { Static } from 'typebox'
import type { WaiverOutcome } from '#db/tables/cpd/values.ts'
import type { Language } from '#messages/languages.ts'
import { inEach, type Texts } from './in_language.ts'

/** More is asked for before a waiver is decided; not what, which may say what the person is ill with. */
export const waiverAsked: Texts = {
  en: {
    subject: 'More is asked for: your waiver in {{cycle}}',
    text: ['Before your waiver is decided, more is asked for. What it is stands on the page of the waiver.'],
  },
  mi: {
    subject: 'He mea anō e hiahiatia ana: tō whakawāteatanga i {{cycle}}',
    text: ['I mua i te whakatau i tō whakawāteatanga, he mea anō e hiahiatia ana. Kei tōna whārangi ngā taipitopito.'],
  },
  de: {
    subject: 'Rückfrage zu Ihrer Befreiung in {{cycle}}',
    text: [
      'Bevor über Ihre Befreiung entschieden wird, werden weitere Angaben gebraucht. Welche, steht auf der Seite der Befreiung.',
    ],
  },
  fr: {
    subject: 'Compléments demandés : votre dispense pour {{cycle}}',
    text: [
      'Avant toute décision sur votre dispense, des compléments sont demandés. Ils sont précisés sur la page de la dispense.',
    ],
  },
  es: {
    subject: 'Se pide más información: su exención en {{cycle}}',
    text: ['Antes de decidir sobre su exención se necesita algo más. En la página de la exención se indica qué.'],
  },
  'pt-BR': {
    subject: 'É preciso mais informação: sua dispensa em {{cycle}}',
    text: ['Antes da decisão sobre a sua dispensa, é preciso algo mais. O que falta está na página da dispensa.'],
  },
  ar: {
    subject: 'مطلوب المزيد بشأن إعفائك في {{cycle}}',
    text: ['قبل البت في إعفائك يُطلب منك المزيد. تجد التفاصيل في صفحة الإعفاء.'],
  },
}

/** A decision on a waiver, or on an appeal. Not the reasons: a mailbox may be the employer's. */
export const waiverDecided = (outcome: Outcome, is_appeal: boolean): Texts =>
  inEach((language) => {
    const words = decision[language]
    const subject = is_appeal ? words.appeal_decided : words.decided
    return { subject, text: [`${words[outcome]} ${words.letter}`] }
  })

const decision: Record<Language, Record<Outcome | 'decided' | 'appeal_decided' | 'letter', string>> = {
  en: {
    decided: 'Your waiver is decided: {{cycle}}',
    appeal_decided: 'Your appeal is decided: {{cycle}}',
    whole: 'The waiver is granted as you have asked for it.',
    part: 'The waiver is granted in part.',
    refused: 'The waiver is not granted.',
    letter: 'The letter with the reasons is on the page of the waiver.',
  },
  mi: {
    decided: 'Kua whakatauhia tō whakawāteatanga: {{cycle}}',
    appeal_decided: 'Kua whakatauhia tō pīra: {{cycle}}',
    whole: 'Kua whakaaetia te whakawāteatanga pērā i tāu i tono ai.',
    part: 'Kua whakaaetia tētahi wāhanga o te whakawāteatanga.',
    refused: 'Kāore i whakaaetia te whakawāteatanga.',
    letter: 'Kei te whārangi o te whakawāteatanga te reta me ngā take.',
  },
  de: {
    decided: 'Über Ihre Befreiung ist entschieden: {{cycle}}',
    appeal_decided: 'Über Ihren Widerspruch ist entschieden: {{cycle}}',
    whole: 'Die Befreiung wird so gewährt, wie Sie sie beantragt haben.',
    part: 'Die Befreiung wird zum Teil gewährt.',
    refused: 'Die Befreiung wird nicht gewährt.',
    letter: 'Das Schreiben mit den Gründen finden Sie auf der Seite der Befreiung.',
  },
  fr: {
    decided: 'Décision sur votre dispense : {{cycle}}',
    appeal_decided: 'Décision sur votre recours : {{cycle}}',
    whole: 'La dispense est accordée telle que vous l’avez demandée.',
    part: 'La dispense est accordée en partie.',
    refused: 'La dispense n’est pas accordée.',
    letter: 'La lettre motivée se trouve sur la page de la dispense.',
  },
  es: {
    decided: 'Se ha decidido sobre su exención: {{cycle}}',
    appeal_decided: 'Se ha decidido sobre su recurso: {{cycle}}',
    whole: 'La exención se concede tal como la pidió.',
    part: 'La exención se concede en parte.',
    refused: 'La exención no se concede.',
    letter: 'La carta con los motivos está en la página de la exención.',
  },
  'pt-BR': {
    decided: 'Sua dispensa foi decidida: {{cycle}}',
    appeal_decided: 'Seu recurso foi decidido: {{cycle}}',
    whole: 'A dispensa foi concedida como você pediu.',
    part: 'A dispensa foi concedida em parte.',
    refused: 'A dispensa não foi concedida.',
    letter: 'A carta com os motivos está na página da dispensa.',
  },
  ar: {
    decided: 'صدر القرار بشأن إعفائك: {{cycle}}',
    appeal_decided: 'صدر القرار بشأن اعتراضك: {{cycle}}',
    whole: 'مُنح الإعفاء كما طلبته.',
    part: 'مُنح الإعفاء جزئيًا.',
    refused: 'لم يُمنح الإعفاء.',
    letter: 'تجد الرسالة التي تتضمن الأسباب في صفحة الإعفاء.',
  },
}

/** What the letter says. */
export const outcomeWords: Record<Language, Record<Outcome, string>> = decision

export type Outcome = Static<typeof WaiverOutcome>
