import type { Texts } from './in_language.ts'

/** The mail that asks an assessor by a link of their own. */
export const assessmentMail: Texts = {
  en: {
    subject: 'Assessment of {{person}}',
    text: [
      '{{person}} asks you to assess what you have seen them do on {{day}}, as part of the training at {{organisation}}.',
      'It takes two minutes and needs no account:',
      '{{link}}',
      'The link is yours alone. If you do not know this person, ignore this mail.',
    ],
  },
  mi: {
    subject: 'Aromatawai mō {{person}}',
    text: [
      'E tono ana a {{person}} kia aromatawai koe i āna mahi i kitea e koe i te {{day}}, hei wāhanga o te whakangungu i {{organisation}}.',
      'E rua meneti noa, kāore he pūkete e hiahiatia:',
      '{{link}}',
      'Nāu anake te hono. Mēnā kāore koe e mōhio ki tēnei tangata, waiho noa tēnei īmēra.',
    ],
  },
  de: {
    subject: 'Beurteilung von {{person}}',
    text: [
      '{{person}} bittet Sie, als Teil der Ausbildung bei {{organisation}} zu beurteilen, was Sie am {{day}} beobachtet haben.',
      'Das dauert zwei Minuten und braucht kein Konto:',
      '{{link}}',
      'Der Link gehört nur Ihnen. Wenn Sie diese Person nicht kennen, beachten Sie diese Mail nicht.',
    ],
  },
  fr: {
    subject: 'Évaluation de {{person}}',
    text: [
      '{{person}} vous demande d’évaluer ce que vous avez observé le {{day}}, dans le cadre de sa formation chez {{organisation}}.',
      'Cela prend deux minutes, sans compte :',
      '{{link}}',
      'Ce lien est à vous seul. Si vous ne connaissez pas cette personne, ignorez ce message.',
    ],
  },
  es: {
    subject: 'Evaluación de {{person}}',
    text: [
      '{{person}} le pide que evalúe lo que usted observó el {{day}}, como parte de la formación en {{organisation}}.',
      'Lleva dos minutos y no hace falta una cuenta:',
      '{{link}}',
      'El enlace es solo suyo. Si no conoce a esta persona, ignore este mensaje.',
    ],
  },
  'pt-BR': {
    subject: 'Avaliação de {{person}}',
    text: [
      '{{person}} pede que você avalie o que observou em {{day}}, como parte da formação em {{organisation}}.',
      'Leva dois minutos e não exige conta:',
      '{{link}}',
      'O link é só seu. Se você não conhece essa pessoa, ignore este e-mail.',
    ],
  },
  ar: {
    subject: 'تقييم {{person}}',
    text: [
      'يطلب منك {{person}} تقييم ما شاهدته من عمله في {{day}}، ضمن التدريب في {{organisation}}.',
      'يستغرق ذلك دقيقتين ولا يحتاج إلى حساب:',
      '{{link}}',
      'هذا الرابط لك وحدك. إن كنت لا تعرف هذا الشخص، فتجاهل هذه الرسالة.',
    ],
  },
}
