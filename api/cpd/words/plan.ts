import type { Texts } from './in_language.ts'

/** What a supervisor has done with the plan of who reads it. Without the reason: a mailbox may be the employer's. */
export const planSteps = {
  agreed: {
    en: {
      subject: 'Your plan was agreed: {{cycle}}',
      text: ['Your supervisor has agreed to it with their signature. It is kept as it is now.'],
    },
    mi: {
      subject: 'Kua whakaaetia tō mahere: {{cycle}}',
      text: ['Kua whakaae tō kaitirotiro, me tana waitohu. Ka noho tonu te mahere pēnei i tēnei wā.'],
    },
    de: {
      subject: 'Ihrem Plan wurde zugestimmt: {{cycle}}',
      text: ['Ihre Betreuungsperson hat ihm mit Unterschrift zugestimmt. Er wird in dieser Fassung aufbewahrt.'],
    },
    fr: {
      subject: 'Votre plan a été approuvé : {{cycle}}',
      text: ['La personne qui vous encadre l’a approuvé et signé. Il est conservé dans sa version actuelle.'],
    },
    es: {
      subject: 'Se ha aprobado su plan: {{cycle}}',
      text: ['La persona que le supervisa lo ha aprobado con su firma. Se conserva tal como está ahora.'],
    },
    'pt-BR': {
      subject: 'Seu plano foi aprovado: {{cycle}}',
      text: ['A pessoa que supervisiona você o aprovou com a assinatura dela. Ele fica guardado como está agora.'],
    },
    ar: { subject: 'تمت الموافقة على خطتك: {{cycle}}', text: ['وافق عليها المشرف ووقّعها. وتُحفظ كما هي الآن.'] },
  },
  returned: {
    en: {
      subject: 'Your plan was returned: {{cycle}}',
      text: [
        'Your supervisor has returned it with a reason, which is on the page of the plan. Please submit it again.',
      ],
    },
    mi: {
      subject: 'Kua whakahokia tō mahere: {{cycle}}',
      text: ['Kua whakahokia e tō kaitirotiro me tētahi take, kei te whārangi o te mahere. Tēnā, tukuna anō.'],
    },
    de: {
      subject: 'Ihr Plan wurde zurückgegeben: {{cycle}}',
      text: [
        'Ihre Betreuungsperson hat ihn mit einer Begründung zurückgegeben; sie steht auf der Seite des Plans. Bitte reichen Sie ihn erneut ein.',
      ],
    },
    fr: {
      subject: 'Votre plan vous a été renvoyé : {{cycle}}',
      text: [
        'La personne qui vous encadre l’a renvoyé avec un motif, indiqué sur la page du plan. Merci de le soumettre à nouveau.',
      ],
    },
    es: {
      subject: 'Se le ha devuelto su plan: {{cycle}}',
      text: [
        'La persona que le supervisa lo ha devuelto con un motivo, que está en la página del plan. Preséntelo de nuevo, por favor.',
      ],
    },
    'pt-BR': {
      subject: 'Seu plano foi devolvido: {{cycle}}',
      text: [
        'A pessoa que supervisiona você o devolveu com um motivo, que está na página do plano. Envie-o novamente, por favor.',
      ],
    },
    ar: {
      subject: 'أُعيدت إليك خطتك: {{cycle}}',
      text: ['أعادها المشرف مع ذكر السبب، وتجده في صفحة الخطة. يُرجى تقديمها من جديد.'],
    },
  },
  reviewed: {
    en: {
      subject: 'Your plan was reviewed: {{cycle}}',
      text: ['Your supervisor has reviewed it. It does not change any more.'],
    },
    mi: {
      subject: 'Kua arotakengia tō mahere: {{cycle}}',
      text: ['Kua arotakengia e tō kaitirotiro. Kāore e rerekē anō.'],
    },
    de: {
      subject: 'Ihr Plan wurde abschließend besprochen: {{cycle}}',
      text: ['Ihre Betreuungsperson hat ihn abschließend beurteilt. Er ändert sich nicht mehr.'],
    },
    fr: {
      subject: 'Votre plan a fait l’objet d’un bilan : {{cycle}}',
      text: ['La personne qui vous encadre en a dressé le bilan. Il ne change plus.'],
    },
    es: {
      subject: 'Se ha revisado su plan: {{cycle}}',
      text: ['La persona que le supervisa lo ha revisado. Ya no cambia.'],
    },
    'pt-BR': {
      subject: 'Seu plano foi avaliado: {{cycle}}',
      text: ['A pessoa que supervisiona você o avaliou. Ele não muda mais.'],
    },
    ar: { subject: 'روجعت خطتك: {{cycle}}', text: ['راجعها المشرف، ولن تتغير بعد الآن.'] },
  },
} satisfies Record<string, Texts>
