import type { Static } from 'typebox'
import type { AuditVerdict } from '#db/tables/cpd/values.ts'
import type { Language } from '#messages/languages.ts'
import { inEach, type Texts } from './in_language.ts'

export const auditNotice: Texts = {
  en: {
    subject: 'Your records of {{cycle}} are audited',
    text: [
      'Your records of {{cycle}} were drawn at random for an audit. Please look through them, add evidence that is missing, and submit them by {{day}}.',
    ],
  },
  mi: {
    subject: 'Kei te arotakengia ō pūrongo o {{cycle}}',
    text: [
      'I tohua matapōkeretia ō pūrongo o {{cycle}} mō tētahi arotake. Tēnā, tirohia, tāpirihia ngā taunakitanga e ngaro ana, ka tuku i mua i te {{day}}.',
    ],
  },
  de: {
    subject: 'Ihre Nachweise für {{cycle}} werden geprüft',
    text: [
      'Ihre Nachweise für {{cycle}} wurden per Zufall für eine Prüfung ausgewählt. Bitte sehen Sie sie durch, ergänzen Sie fehlende Belege und reichen Sie sie bis {{day}} ein.',
    ],
  },
  fr: {
    subject: 'Vos dossiers de {{cycle}} font l’objet d’un contrôle',
    text: [
      'Vos dossiers de {{cycle}} ont été tirés au sort pour un contrôle. Merci de les relire, d’ajouter les justificatifs manquants et de les soumettre au plus tard le {{day}}.',
    ],
  },
  es: {
    subject: 'Se auditan sus registros de {{cycle}}',
    text: [
      'Sus registros de {{cycle}} se han elegido al azar para una auditoría. Revíselos, añada los comprobantes que falten y preséntelos a más tardar el {{day}}.',
    ],
  },
  'pt-BR': {
    subject: 'Seus registros de {{cycle}} passam por auditoria',
    text: [
      'Seus registros de {{cycle}} foram sorteados para uma auditoria. Revise-os, acrescente os comprovantes que faltam e envie-os até {{day}}.',
    ],
  },
  ar: {
    subject: 'تدقيق سجلاتك في {{cycle}}',
    text: [
      'اختيرت سجلاتك في {{cycle}} عشوائيًا للتدقيق. يُرجى مراجعتها وإضافة الأدلة الناقصة وتقديمها في موعد أقصاه {{day}}.',
    ],
  },
}

export const auditAsked: Texts = {
  en: {
    subject: 'More evidence is asked for: {{cycle}}',
    text: ['The audit of your records of {{cycle}} asks for more, by {{day}}:', '{{asked}}'],
  },
  mi: {
    subject: 'He taunakitanga anō e hiahiatia ana: {{cycle}}',
    text: ['E tono ana te arotake o ō pūrongo o {{cycle}} i ētahi atu mea, i mua i te {{day}}:', '{{asked}}'],
  },
  de: {
    subject: 'Weitere Belege werden gebraucht: {{cycle}}',
    text: ['Für die Prüfung Ihrer Nachweise für {{cycle}} wird bis {{day}} noch gebraucht:', '{{asked}}'],
  },
  fr: {
    subject: 'Justificatifs complémentaires demandés : {{cycle}}',
    text: ['Le contrôle de vos dossiers de {{cycle}} appelle des compléments, au plus tard le {{day}} :', '{{asked}}'],
  },
  es: {
    subject: 'Se piden más comprobantes: {{cycle}}',
    text: [
      'Para la auditoría de sus registros de {{cycle}} se pide lo siguiente, a más tardar el {{day}}:',
      '{{asked}}',
    ],
  },
  'pt-BR': {
    subject: 'Mais comprovantes são pedidos: {{cycle}}',
    text: ['A auditoria dos seus registros de {{cycle}} pede mais, até {{day}}:', '{{asked}}'],
  },
  ar: {
    subject: 'مطلوب مزيد من الأدلة: {{cycle}}',
    text: ['يتطلب تدقيق سجلاتك في {{cycle}} ما يلي، في موعد أقصاه {{day}}:', '{{asked}}'],
  },
}

/** An outcome, or one of an appeal. Not the reasons: a mailbox may be the employer's. */
export const auditDecided = (verdict: Verdict, is_appeal: boolean): Texts =>
  inEach((language) => {
    const words = decision[language]
    const subject = is_appeal ? words.appeal_decided : words.decided
    return { subject, text: [`${words[verdict]} ${words.letter}`] }
  })

const decision: Record<Language, Record<Verdict | 'decided' | 'appeal_decided' | 'letter', string>> = {
  en: {
    decided: 'The audit of your records is decided: {{cycle}}',
    appeal_decided: 'Your appeal is decided: {{cycle}}',
    met: 'Your records meet what was asked for.',
    partly_met: 'Your records meet what was asked for in part.',
    not_met: 'Your records do not meet what was asked for.',
    letter: 'The letter with the reasons is on the page of the audit.',
  },
  mi: {
    decided: 'Kua whakatauhia te arotake o ō pūrongo: {{cycle}}',
    appeal_decided: 'Kua whakatauhia tō pīra: {{cycle}}',
    met: 'Kua tutuki i ō pūrongo ngā mea i tonoa.',
    partly_met: 'Kua tutuki i ō pūrongo tētahi wāhanga o ngā mea i tonoa.',
    not_met: 'Kāore i tutuki i ō pūrongo ngā mea i tonoa.',
    letter: 'Kei te whārangi o te arotake te reta me ngā take.',
  },
  de: {
    decided: 'Die Prüfung Ihrer Nachweise ist entschieden: {{cycle}}',
    appeal_decided: 'Über Ihren Widerspruch ist entschieden: {{cycle}}',
    met: 'Ihre Nachweise erfüllen die Anforderungen.',
    partly_met: 'Ihre Nachweise erfüllen die Anforderungen zum Teil.',
    not_met: 'Ihre Nachweise erfüllen die Anforderungen nicht.',
    letter: 'Das Schreiben mit den Gründen finden Sie auf der Seite der Prüfung.',
  },
  fr: {
    decided: 'Décision sur le contrôle de vos dossiers : {{cycle}}',
    appeal_decided: 'Décision sur votre recours : {{cycle}}',
    met: 'Vos dossiers répondent aux exigences.',
    partly_met: 'Vos dossiers répondent en partie aux exigences.',
    not_met: 'Vos dossiers ne répondent pas aux exigences.',
    letter: 'La lettre motivée se trouve sur la page du contrôle.',
  },
  es: {
    decided: 'Se ha decidido la auditoría de sus registros: {{cycle}}',
    appeal_decided: 'Se ha decidido sobre su recurso: {{cycle}}',
    met: 'Sus registros cumplen lo exigido.',
    partly_met: 'Sus registros cumplen en parte lo exigido.',
    not_met: 'Sus registros no cumplen lo exigido.',
    letter: 'La carta con los motivos está en la página de la auditoría.',
  },
  'pt-BR': {
    decided: 'A auditoria dos seus registros foi decidida: {{cycle}}',
    appeal_decided: 'Seu recurso foi decidido: {{cycle}}',
    met: 'Seus registros atendem ao que foi exigido.',
    partly_met: 'Seus registros atendem em parte ao que foi exigido.',
    not_met: 'Seus registros não atendem ao que foi exigido.',
    letter: 'A carta com os motivos está na página da auditoria.',
  },
  ar: {
    decided: 'صدر القرار بشأن تدقيق سجلاتك: {{cycle}}',
    appeal_decided: 'صدر القرار بشأن اعتراضك: {{cycle}}',
    met: 'تستوفي سجلاتك المتطلبات.',
    partly_met: 'تستوفي سجلاتك المتطلبات جزئيًا.',
    not_met: 'لا تستوفي سجلاتك المتطلبات.',
    letter: 'تجد الرسالة التي تتضمن الأسباب في صفحة التدقيق.',
  },
}

/** What the letter says. */
export const verdictWords: Record<Language, Record<Verdict, string>> = decision

export type Verdict = Static<typeof AuditVerdict>
