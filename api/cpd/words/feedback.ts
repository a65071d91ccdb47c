import type { Texts } from './in_language.ts'

/** The mail that asks a colleague for feedback. */
export const feedbackMail: Texts = {
  en: {
    subject: 'Feedback on {{person}}',
    text: [
      '{{person}} asks you for feedback on their work, as part of the professional development at {{organisation}}.',
      'Your answers are shown together with those of others, without your name, once the round is closed and at least three people have answered. You can answer once, until {{day}}:',
      '{{link}}',
      'The link is yours alone. If you do not know this person, ignore this mail.',
    ],
  },
  mi: {
    subject: 'He urupare mō {{person}}',
    text: [
      'E tono ana a {{person}} kia tuku urupare koe mō āna mahi, hei wāhanga o te whanaketanga ngaio i {{organisation}}.',
      'Ka whakaatuhia ō whakautu me ērā atu, kāore he ingoa, inā kua kati te rauna, ā, kua whakautu te tokotoru neke atu. Kotahi noa te whakautu, tae noa ki te {{day}}:',
      '{{link}}',
      'Nāu anake te hono. Mēnā kāore koe e mōhio ki tēnei tangata, waiho noa tēnei īmēra.',
    ],
  },
  de: {
    subject: 'Rückmeldung zu {{person}}',
    text: [
      '{{person}} bittet Sie um Rückmeldung zur Arbeit, als Teil der beruflichen Weiterbildung bei {{organisation}}.',
      'Ihre Antworten werden zusammen mit denen anderer und ohne Ihren Namen gezeigt, sobald die Runde geschlossen ist und mindestens drei geantwortet haben. Sie können einmal antworten, bis {{day}}:',
      '{{link}}',
      'Der Link gehört nur Ihnen. Wenn Sie diese Person nicht kennen, beachten Sie diese Mail nicht.',
    ],
  },
  fr: {
    subject: 'Retour sur {{person}}',
    text: [
      '{{person}} vous demande un retour sur son travail, dans le cadre du développement professionnel chez {{organisation}}.',
      'Vos réponses sont montrées avec celles des autres, sans votre nom, une fois la consultation close et si au moins trois personnes ont répondu. Vous pouvez répondre une fois, jusqu’au {{day}} :',
      '{{link}}',
      'Ce lien est à vous seul. Si vous ne connaissez pas cette personne, ignorez ce message.',
    ],
  },
  es: {
    subject: 'Opinión sobre {{person}}',
    text: [
      '{{person}} le pide su opinión sobre su trabajo, como parte del desarrollo profesional en {{organisation}}.',
      'Sus respuestas se muestran junto con las de otras personas, sin su nombre, cuando la ronda se ha cerrado y han respondido al menos tres. Puede responder una vez, hasta el {{day}}:',
      '{{link}}',
      'El enlace es solo suyo. Si no conoce a esta persona, ignore este mensaje.',
    ],
  },
  'pt-BR': {
    subject: 'Opinião sobre {{person}}',
    text: [
      '{{person}} pede sua opinião sobre o próprio trabalho, como parte do desenvolvimento profissional em {{organisation}}.',
      'Suas respostas são mostradas junto com as de outras pessoas, sem seu nome, depois que a rodada é encerrada e pelo menos três pessoas responderam. Você pode responder uma vez, até {{day}}:',
      '{{link}}',
      'O link é só seu. Se você não conhece essa pessoa, ignore este e-mail.',
    ],
  },
  ar: {
    subject: 'رأيك في عمل {{person}}',
    text: [
      'يطلب منك {{person}} رأيك في عمله، ضمن التطوير المهني في {{organisation}}.',
      'تُعرض إجاباتك مع إجابات الآخرين، من دون اسمك، بعد إغلاق الجولة وإجابة ثلاثة أشخاص على الأقل. يمكنك الإجابة مرة واحدة، حتى {{day}}:',
      '{{link}}',
      'هذا الرابط لك وحدك. إن كنت لا تعرف هذا الشخص، فتجاهل هذه الرسالة.',
    ],
  },
}
