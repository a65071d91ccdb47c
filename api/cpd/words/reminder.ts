import type { Language } from '#messages/languages.ts'
import type { Texts } from './in_language.ts'

/** What comes up for a person. `when` is a time from today, such as in 30 days. */
export const reminders = {
  qualification: {
    en: {
      subject: '{{name}} expires {{when}}',
      text: ['Your qualification {{name}} expires {{when}}, on {{day}}. Please record its renewal once you have it.'],
    },
    mi: {
      subject: 'Ka pau a {{name}} {{when}}',
      text: ['Ka pau tō tohu {{name}} {{when}}, hei te {{day}}. Tuhia te whakahoutanga ina riro i a koe.'],
    },
    de: {
      subject: '{{name}} läuft {{when}} ab',
      text: [
        'Ihre Qualifikation {{name}} läuft {{when}} ab, am {{day}}. Bitte tragen Sie die Erneuerung ein, sobald Sie sie haben.',
      ],
    },
    fr: {
      subject: '{{name}} expire {{when}}',
      text: [
        'Votre qualification {{name}} expire {{when}}, le {{day}}. Merci d’enregistrer son renouvellement dès que vous l’avez.',
      ],
    },
    es: {
      subject: '{{name}} caduca {{when}}',
      text: ['Su titulación {{name}} caduca {{when}}, el {{day}}. Registre la renovación en cuanto la tenga.'],
    },
    'pt-BR': {
      subject: '{{name}} vence {{when}}',
      text: ['Sua qualificação {{name}} vence {{when}}, em {{day}}. Registre a renovação assim que a tiver.'],
    },
    ar: {
      subject: 'تنتهي صلاحية {{name}} {{when}}',
      text: ['تنتهي صلاحية مؤهلك {{name}} {{when}}، في {{day}}. يُرجى تسجيل تجديده فور حصولك عليه.'],
    },
  },
  cycle: {
    en: {
      subject: '{{name}} ends {{when}}',
      text: ['The cycle {{name}} ends {{when}}, on {{day}}. Your dashboard shows what is still missing.'],
    },
    mi: {
      subject: 'Ka mutu a {{name}} {{when}}',
      text: ['Ka mutu te huringa {{name}} {{when}}, hei te {{day}}. Kei tō papatohu ngā mea e ngaro tonu ana.'],
    },
    de: {
      subject: '{{name}} endet {{when}}',
      text: ['Der Zyklus {{name}} endet {{when}}, am {{day}}. Ihre Übersicht zeigt, was noch fehlt.'],
    },
    fr: {
      subject: '{{name}} se termine {{when}}',
      text: ['Le cycle {{name}} se termine {{when}}, le {{day}}. Votre tableau de bord montre ce qui manque encore.'],
    },
    es: {
      subject: '{{name}} termina {{when}}',
      text: ['El ciclo {{name}} termina {{when}}, el {{day}}. Su panel muestra lo que aún falta.'],
    },
    'pt-BR': {
      subject: '{{name}} termina {{when}}',
      text: ['O ciclo {{name}} termina {{when}}, em {{day}}. Seu painel mostra o que ainda falta.'],
    },
    ar: {
      subject: 'تنتهي {{name}} {{when}}',
      text: ['تنتهي الدورة {{name}} {{when}}، في {{day}}. تعرض لوحتك ما لا يزال ناقصًا.'],
    },
  },
  year: {
    en: {
      subject: 'A year of {{name}} ends {{when}}',
      text: ['A year of {{name}} ends {{when}}, on {{day}}. What is asked of each year is missed after it.'],
    },
    mi: {
      subject: 'Ka mutu tētahi tau o {{name}} {{when}}',
      text: ['Ka mutu tētahi tau o {{name}} {{when}}, hei te {{day}}. I muri i tēnei, ka hapa ngā mea o te tau.'],
    },
    de: {
      subject: 'Ein Jahr von {{name}} endet {{when}}',
      text: [
        'Ein Jahr von {{name}} endet {{when}}, am {{day}}. Was für jedes Jahr verlangt wird, ist danach versäumt.',
      ],
    },
    fr: {
      subject: 'Une année de {{name}} se termine {{when}}',
      text: [
        'Une année de {{name}} se termine {{when}}, le {{day}}. Ce qui est exigé chaque année est manqué après cette date.',
      ],
    },
    es: {
      subject: 'Un año de {{name}} termina {{when}}',
      text: ['Un año de {{name}} termina {{when}}, el {{day}}. Después se da por perdido lo que se exige cada año.'],
    },
    'pt-BR': {
      subject: 'Um ano de {{name}} termina {{when}}',
      text: ['Um ano de {{name}} termina {{when}}, em {{day}}. Depois, o que se exige de cada ano fica perdido.'],
    },
    ar: {
      subject: 'تنتهي سنة من {{name}} {{when}}',
      text: ['تنتهي سنة من {{name}} {{when}}، في {{day}}. وما يُطلب في كل سنة يفوت بعدها.'],
    },
  },
  submit: {
    en: {
      subject: '{{name}} is to be submitted {{when}}',
      text: ['The last day for submitting {{name}} is {{when}}, on {{day}}.'],
    },
    mi: {
      subject: 'Me tuku a {{name}} {{when}}',
      text: ['Ko te rā whakamutunga hei tuku i {{name}}: {{when}}, arā te {{day}}.'],
    },
    de: {
      subject: '{{name}} ist {{when}} einzureichen',
      text: ['Der letzte Tag zum Einreichen von {{name}} ist {{when}}, am {{day}}.'],
    },
    fr: {
      subject: '{{name}} est à soumettre {{when}}',
      text: ['Le dernier jour pour soumettre {{name}} est {{when}}, le {{day}}.'],
    },
    es: {
      subject: '{{name}} se ha de presentar {{when}}',
      text: ['El último día para presentar {{name}} es {{when}}, el {{day}}.'],
    },
    'pt-BR': {
      subject: '{{name}} deve ser enviado {{when}}',
      text: ['O último dia para enviar {{name}} é {{when}}, em {{day}}.'],
    },
    ar: { subject: 'يجب تقديم {{name}} {{when}}', text: ['آخر يوم لتقديم {{name}} هو {{when}}، في {{day}}.'] },
  },
  audit: {
    en: {
      subject: 'Your records of {{name}} are to be submitted {{when}}',
      text: ['Your records of {{name}} are audited. Please submit them by {{day}}.'],
    },
    mi: {
      subject: 'Me tuku ō pūrongo o {{name}} {{when}}',
      text: ['Kei te arotakengia ō pūrongo o {{name}}. Tēnā, tukua i mua i te {{day}}.'],
    },
    de: {
      subject: 'Ihre Nachweise für {{name}} sind {{when}} einzureichen',
      text: ['Ihre Nachweise für {{name}} werden geprüft. Bitte reichen Sie sie bis {{day}} ein.'],
    },
    fr: {
      subject: 'Vos dossiers de {{name}} sont à soumettre {{when}}',
      text: ['Vos dossiers de {{name}} font l’objet d’un contrôle. Merci de les soumettre au plus tard le {{day}}.'],
    },
    es: {
      subject: 'Sus registros de {{name}} se han de presentar {{when}}',
      text: ['Sus registros de {{name}} se auditan. Preséntelos a más tardar el {{day}}.'],
    },
    'pt-BR': {
      subject: 'Seus registros de {{name}} devem ser enviados {{when}}',
      text: ['Seus registros de {{name}} passam por auditoria. Envie-os até {{day}}.'],
    },
    ar: {
      subject: 'يجب تقديم سجلاتك في {{name}} {{when}}',
      text: ['يجري تدقيق سجلاتك في {{name}}. يُرجى تقديمها في موعد أقصاه {{day}}.'],
    },
  },
  assessment: {
    en: {
      subject: 'A rotation ends {{when}}: {{name}}',
      text: ['The rotation ends on {{day}}. Please write its assessment, on the page of the rotation.'],
    },
    mi: {
      subject: 'Ka mutu tētahi hurihanga mahi {{when}}: {{name}}',
      text: ['Ka mutu te hurihanga mahi hei te {{day}}. Tēnā, tuhia tōna aromatawai i tōna whārangi.'],
    },
    de: {
      subject: 'Eine Rotation endet {{when}}: {{name}}',
      text: ['Die Rotation endet am {{day}}. Bitte schreiben Sie ihre Beurteilung auf der Seite der Rotation.'],
    },
    fr: {
      subject: 'Un stage se termine {{when}} : {{name}}',
      text: ['Le stage se termine le {{day}}. Merci de rédiger son évaluation sur la page du stage.'],
    },
    es: {
      subject: 'Una rotación termina {{when}}: {{name}}',
      text: ['La rotación termina el {{day}}. Escriba su evaluación en la página de la rotación.'],
    },
    'pt-BR': {
      subject: 'Um rodízio termina {{when}}: {{name}}',
      text: ['O rodízio termina em {{day}}. Escreva a avaliação na página do rodízio.'],
    },
    ar: {
      subject: 'تنتهي مناوبة {{when}}: {{name}}',
      text: ['تنتهي المناوبة في {{day}}. يُرجى كتابة تقييمها في صفحتها.'],
    },
  },
  assessment_over: {
    en: {
      subject: 'A rotation is over: {{name}}',
      text: ['The rotation ended on {{day}}. Please write its assessment, on the page of the rotation.'],
    },
    mi: {
      subject: 'Kua mutu tētahi hurihanga mahi: {{name}}',
      text: ['I mutu te hurihanga mahi i te {{day}}. Tēnā, tuhia tōna aromatawai i tōna whārangi.'],
    },
    de: {
      subject: 'Eine Rotation ist vorbei: {{name}}',
      text: ['Die Rotation endete am {{day}}. Bitte schreiben Sie ihre Beurteilung auf der Seite der Rotation.'],
    },
    fr: {
      subject: 'Un stage est terminé : {{name}}',
      text: ['Le stage s’est terminé le {{day}}. Merci de rédiger son évaluation sur la page du stage.'],
    },
    es: {
      subject: 'Una rotación ha terminado: {{name}}',
      text: ['La rotación terminó el {{day}}. Escriba su evaluación en la página de la rotación.'],
    },
    'pt-BR': {
      subject: 'Um rodízio terminou: {{name}}',
      text: ['O rodízio terminou em {{day}}. Escreva a avaliação na página do rodízio.'],
    },
    ar: { subject: 'انتهت مناوبة: {{name}}', text: ['انتهت المناوبة في {{day}}. يُرجى كتابة تقييمها في صفحتها.'] },
  },
  plan: {
    en: {
      subject: 'Your plan for {{name}} is not submitted yet',
      text: ['Please complete your plan for {{name}} and submit it to your supervisor. The cycle ends on {{day}}.'],
    },
    mi: {
      subject: 'Kāore anō tō mahere mō {{name}} kia tukuna',
      text: ['Tēnā, whakaotia tō mahere mō {{name}}, ka tuku ki tō kaiārahi. Ka mutu te huringa hei te {{day}}.'],
    },
    de: {
      subject: 'Ihr Plan für {{name}} ist noch nicht eingereicht',
      text: [
        'Bitte vervollständigen Sie Ihren Plan für {{name}} und reichen Sie ihn bei Ihrer Betreuung ein. Der Zyklus endet am {{day}}.',
      ],
    },
    fr: {
      subject: 'Votre plan pour {{name}} n’est pas encore soumis',
      text: [
        'Merci de compléter votre plan pour {{name}} et de le soumettre à votre superviseur. Le cycle se termine le {{day}}.',
      ],
    },
    es: {
      subject: 'Su plan para {{name}} aún no está presentado',
      text: ['Complete su plan para {{name}} y preséntelo a quien le supervisa. El ciclo termina el {{day}}.'],
    },
    'pt-BR': {
      subject: 'Seu plano para {{name}} ainda não foi enviado',
      text: ['Complete seu plano para {{name}} e envie-o a quem supervisiona você. O ciclo termina em {{day}}.'],
    },
    ar: {
      subject: 'لم تُقدَّم خطتك لـ {{name}} بعد',
      text: ['يُرجى استكمال خطتك لـ {{name}} وتقديمها إلى المشرف عليك. تنتهي الدورة في {{day}}.'],
    },
  },
} satisfies Record<string, Texts>

/** Behind the subject of the first where one message is about several things. */
export const andMore: Record<Language, { one: string; more: string }> = {
  en: { one: '{{subject}}, and one more', more: '{{subject}}, and {{count}} more' },
  mi: { one: '{{subject}}, me tētahi atu', more: '{{subject}}, me ētahi atu e {{count}}' },
  de: { one: '{{subject}}, und eine weitere Sache', more: '{{subject}}, und {{count}} weitere Sachen' },
  fr: { one: '{{subject}}, et une autre échéance', more: '{{subject}}, et {{count}} autres échéances' },
  es: { one: '{{subject}}, y uno más', more: '{{subject}}, y {{count}} más' },
  'pt-BR': { one: '{{subject}}, e mais um', more: '{{subject}}, e mais {{count}}' },
  ar: { one: '{{subject}}، وأمر آخر', more: '{{subject}}، وأمور أخرى ({{count}})' },
}

/** A number of days from today, 0 or more: today, tomorrow, in 30 days. */
export function fromToday(language: Language, days: number): string {
  // Its relative times have no sentences in the data of Node.js.
  if (language === 'mi') return days === 0 ? 'i tēnei rā' : days === 1 ? 'āpōpō' : `i roto i ngā rā e ${days}`
  if (days > 1) return new Intl.RelativeTimeFormat(language).format(days, 'day')
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}
