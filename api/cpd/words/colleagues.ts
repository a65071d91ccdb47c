import type { Texts } from './in_language.ts'

/** To who approves a list of colleagues. */
export const colleaguesProposed: Texts = {
  en: {
    subject: 'Colleagues to approve: {{person}}',
    text: [
      '{{person}} has named colleagues to be asked for feedback ({{form}}). They are asked once you approve the list. You can also refuse it, with a reason.',
    ],
  },
  mi: {
    subject: 'Hoa mahi hei whakaae māu: {{person}}',
    text: [
      'Kua whakaingoa a {{person}} i ngā hoa mahi ka tonoa mō te urupare ({{form}}). Ka tonoa rātou inā whakaae koe ki te rārangi. Ka taea hoki e koe te whakahē, me te take.',
    ],
  },
  de: {
    subject: 'Namensliste zur Freigabe: {{person}}',
    text: [
      '{{person}} hat Kolleginnen und Kollegen benannt, die um Rückmeldung gebeten werden sollen ({{form}}). Sie werden gefragt, sobald Sie die Liste freigeben. Sie können sie auch mit einer Begründung ablehnen.',
    ],
  },
  fr: {
    subject: 'Collègues à approuver : {{person}}',
    text: [
      '{{person}} a désigné des collègues à qui demander un retour ({{form}}). Ils seront sollicités dès que vous aurez approuvé la liste. Vous pouvez aussi la refuser, en indiquant le motif.',
    ],
  },
  es: {
    subject: 'Colegas por aprobar: {{person}}',
    text: [
      '{{person}} ha propuesto colegas a quienes pedir su opinión ({{form}}). Se les preguntará cuando usted apruebe la lista. También puede rechazarla, indicando el motivo.',
    ],
  },
  'pt-BR': {
    subject: 'Colegas para aprovar: {{person}}',
    text: [
      '{{person}} indicou colegas a quem pedir opinião ({{form}}). Eles serão consultados assim que você aprovar a lista. Você também pode recusá-la, informando o motivo.',
    ],
  },
  ar: {
    subject: 'زملاء بانتظار موافقتك: {{person}}',
    text: [
      'اقترح {{person}} زملاء لطلب رأيهم ({{form}}). سيُسألون بعد موافقتك على القائمة. ويمكنك أيضًا رفضها مع ذكر السبب.',
    ],
  },
}

export const colleaguesApproved: Texts = {
  en: {
    subject: 'Your colleagues are being asked: {{form}}',
    text: [
      'The list of colleagues that you have proposed was approved. Each of them gets a mail with a link of their own, and can answer until {{day}}.',
    ],
  },
  mi: {
    subject: 'Kei te tonoa ō hoa mahi: {{form}}',
    text: [
      'Kua whakaaetia te rārangi hoa mahi i tāpaetia e koe. Ka tae he īmēra me tōna ake hono ki ia tangata, ā, ka taea te whakautu tae noa ki te {{day}}.',
    ],
  },
  de: {
    subject: 'Ihre Kolleginnen und Kollegen werden gefragt: {{form}}',
    text: [
      'Die von Ihnen vorgeschlagene Namensliste wurde freigegeben. Alle darauf erhalten eine Mail mit einem eigenen Link und können bis {{day}} antworten.',
    ],
  },
  fr: {
    subject: 'Vos collègues sont sollicités : {{form}}',
    text: [
      'La liste de collègues que vous avez proposée a été approuvée. Chacun reçoit un message avec son propre lien et peut répondre jusqu’au {{day}}.',
    ],
  },
  es: {
    subject: 'Se está preguntando a sus colegas: {{form}}',
    text: [
      'Se ha aprobado la lista de colegas que usted propuso. Cada persona recibe un correo con su propio enlace y puede responder hasta el {{day}}.',
    ],
  },
  'pt-BR': {
    subject: 'Seus colegas estão sendo consultados: {{form}}',
    text: [
      'A lista de colegas que você propôs foi aprovada. Cada um recebe um e-mail com um link próprio e pode responder até {{day}}.',
    ],
  },
  ar: {
    subject: 'يجري سؤال زملائك: {{form}}',
    text: [
      'تمت الموافقة على قائمة الزملاء التي اقترحتها. يصل إلى كل منهم بريد برابط خاص به، ويمكنه الإجابة حتى {{day}}.',
    ],
  },
}

export const colleaguesRefused: Texts = {
  en: {
    subject: 'Your list of colleagues was refused: {{form}}',
    text: [
      'The list of colleagues that you have proposed was not approved, and nobody on it was asked. The reason is on the page of the round, where you can propose another list.',
    ],
  },
  mi: {
    subject: 'Kāore i whakaaetia tō rārangi hoa mahi: {{form}}',
    text: [
      'Kāore i whakaaetia te rārangi hoa mahi i tāpaetia e koe, ā, kāore tētahi i tonoa. Kei te whārangi o te rauna te take; ka taea e koe te tāpae i tētahi atu rārangi i reira.',
    ],
  },
  de: {
    subject: 'Ihre Namensliste wurde abgelehnt: {{form}}',
    text: [
      'Die von Ihnen vorgeschlagene Namensliste wurde nicht freigegeben; niemand darauf wurde gefragt. Die Begründung steht auf der Seite der Runde. Dort können Sie eine andere Liste vorschlagen.',
    ],
  },
  fr: {
    subject: 'Votre liste de collègues a été refusée : {{form}}',
    text: [
      'La liste de collègues que vous avez proposée n’a pas été approuvée, et aucun d’eux n’a été sollicité. Le motif figure sur la page de la consultation, où vous pouvez proposer une autre liste.',
    ],
  },
  es: {
    subject: 'Se ha rechazado su lista de colegas: {{form}}',
    text: [
      'La lista de colegas que usted propuso no se ha aprobado y no se ha preguntado a nadie de ella. El motivo está en la página de la ronda, donde puede proponer otra lista.',
    ],
  },
  'pt-BR': {
    subject: 'Sua lista de colegas foi recusada: {{form}}',
    text: [
      'A lista de colegas que você propôs não foi aprovada, e ninguém nela foi consultado. O motivo está na página da rodada, onde você pode propor outra lista.',
    ],
  },
  ar: {
    subject: 'رُفضت قائمة زملائك: {{form}}',
    text: [
      'لم تتم الموافقة على قائمة الزملاء التي اقترحتها، ولم يُسأل أحد منهم. تجد السبب في صفحة الجولة، حيث يمكنك اقتراح قائمة أخرى.',
    ],
  },
}
